//! Pages on recordings (S3, S5).

use super::{Page, page};

pub const CREDENTIAL_FOUND: Page = page(
    ["a credential would be recorded", "录制内容含有凭据"],
    [
        "A part of what is to be recorded looks like a key, a token or a password; its place is named, its value is not repeated.",
        "要录制的某处看起来像密钥、令牌或密码；只指出位置，不重复其值。",
    ],
    ["Recordings are shown and passed on, so they hold no credentials.", "录制会被展示和转交，因此不含凭据。"],
    [
        "Take it out or put a placeholder such as `<key>` in its place, then play the turn again.",
        "删除它，或换成 `<key>` 之类的占位符，再重演一次。",
    ],
)
.example("Authorization: Bearer (a real token)", "Authorization: Bearer <token>");

pub const NOT_RECORDABLE: Page = page(
    ["a recording would not show what was seen", "录制无法重现所见"],
    [
        "The recording was written, read back and played, and a segment came out differently. Nothing was saved.",
        "录制写出后读回重演，某个片段与所见不同，因此没有保存。",
    ],
    ["A recording that shows something else is worse than none.", "与所见不符的录制不如没有。"],
    [
        "Look at the segment that the message names; a change of front matter during a session is one cause.",
        "检查消息所指的片段；会话中途改动 front matter 是原因之一。",
    ],
);
