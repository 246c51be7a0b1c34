//! Pages on files (U5, U6).

use super::{Page, page};

pub const FILE_SYMLINK: Page = page(
    ["a symbolic link stands on the way", "路径上有符号链接"],
    [
        "The skill's directory, SKILL.md, references/ or the file itself is a symbolic link. Only the skills root may be one.",
        "技能目录、SKILL.md、references/ 或文件本身是符号链接。只有技能根目录可以是链接。",
    ],
    [
        "A link can lead out of the skills root, and what it leads to can change between the check and the read.",
        "链接可以指向根目录之外，而且检查和读取之间指向的内容可能改变。",
    ],
    ["Replace the link by a copy of what it leads to.", "把链接换成它所指内容的副本。"],
)
.example("skills/tone-guard -> /srv/shared/tone-guard", "cp -rL /srv/shared/tone-guard skills/tone-guard");

pub const FILE_NOT_REGULAR: Page = page(
    ["not a regular file", "不是普通文件"],
    [
        "A directory, FIFO, socket or device stands where a text file should.",
        "应是文本文件的位置上是目录、管道、套接字或设备。",
    ],
    [
        "Reading one can block for ever or act on a device, so only regular files are opened.",
        "读取它们可能永远等待，或对设备产生作用，所以只打开普通文件。",
    ],
    ["Put an ordinary file there.", "换成普通文件。"],
);

pub const FILE_UNREADABLE: Page = page(
    ["the file cannot be opened or read", "文件无法打开或读取"],
    [
        "The system refused to open or read the file; the message holds its reason.",
        "系统拒绝打开或读取该文件，消息里有系统给出的原因。",
    ],
    [
        "Usually a permission, a broken disk, or a file that went away at that moment.",
        "通常是权限、磁盘损坏，或文件恰好在此时被移走。",
    ],
    ["Check who owns the file and its permissions, then try again.", "检查文件的属主和权限，然后重试。"],
)
.example("---------- 1 root root skills/x/SKILL.md", "-rw-r--r-- 1 root root skills/x/SKILL.md");

pub const FILE_BINARY: Page = page(
    ["binary content", "二进制内容"],
    ["The file holds a NUL byte, so it is not text.", "文件里有 NUL 字节，因此不是文本。"],
    [
        "Skills are a read-only text subset; binary resources are never put into a prompt.",
        "技能是只读文本子集，二进制资源不会放进提示词。",
    ],
    ["Save the file as UTF-8 text, or keep it out of references/.", "保存为 UTF-8 文本，或不要放进 references/。"],
);

pub const FILE_NOT_UTF8: Page = page(
    ["not UTF-8", "不是 UTF-8"],
    ["The file holds bytes that are not UTF-8 text.", "文件里有不属于 UTF-8 文本的字节。"],
    [
        "Another encoding would have to be guessed, and a wrong guess changes what the model reads.",
        "其他编码只能靠猜，猜错会改变模型读到的内容。",
    ],
    ["Convert the file to UTF-8.", "把文件转换成 UTF-8。"],
)
.example("notes.txt in GBK", "iconv -f GBK -t UTF-8 notes.txt > references/notes.txt");

pub const FILE_TOO_LARGE: Page = page(
    ["larger than is read at all", "超过可读取的大小"],
    [
        "The file is larger than Skillstage takes in; its size was seen before it was read.",
        "文件大于可接受的上限；在读取之前就已看到它的大小。",
    ],
    [
        "Time and memory stay bounded whatever lies in the workspace. Nothing is ever cut silently.",
        "无论工作区里有什么，时间和内存都有界。内容从不被悄悄截断。",
    ],
    ["Split the file, or take it out of the workspace.", "拆分文件，或把它移出工作区。"],
);

pub const TOO_MANY: Page = page(
    ["more than is taken in", "数量超过上限"],
    [
        "There are more directories, files or bytes than Skillstage takes in; what was left out is named.",
        "目录、文件或字节数超过上限；未读取的部分会写明。",
    ],
    [
        "A folder that is no skills root, such as a home directory, must not fill the memory.",
        "误选的目录（例如用户主目录）不应占满内存。",
    ],
    ["Name the folder that holds the skills: --skills DIR.", "用 --skills DIR 指定真正存放技能的目录。"],
);
