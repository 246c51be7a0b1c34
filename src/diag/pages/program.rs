//! Pages on settings, scenarios and the command line.

use super::{Page, page};

pub const SETTINGS_YAML: Page = page(
    ["a settings file is not YAML", "设置文件不是有效的 YAML"],
    [
        "skillstage.yml or the personal config.yml cannot be read; the place is where reading stopped.",
        "skillstage.yml 或个人的 config.yml 无法读取，位置是读取停下的地方。",
    ],
    ["Settings that cannot be read are not guessed.", "读不出的设置不会靠猜。"],
    ["Mend the line that is named.", "修正所指的那一行。"],
)
.example("estimator: [o200k", "estimator: o200k");

pub const SETTINGS_UNKNOWN_KEY: Page = page(
    ["no such setting", "没有这个设置项"],
    [
        "A settings file holds a key that does not exist, or one that belongs into the other file.",
        "设置文件里有不存在的键，或应写在另一个文件里的键。",
    ],
    [
        "Language, theme, mouse and keys are personal; dialect, estimator and binding are the workspace's.",
        "语言、主题、鼠标、按键属于个人；方言、估算器、绑定属于工作区。",
    ],
    ["`skillstage settings` lists every setting.", "`skillstage settings` 列出所有设置项。"],
)
.example("estimater: o200k", "estimator: o200k");

pub const SETTINGS_VALUE: Page = page(
    ["a setting has a value it cannot have", "设置项的值不允许"],
    ["The value is none of those that the setting takes.", "该值不在允许的范围内。"],
    ["Another value is never put in its place silently.", "不会悄悄换成别的值。"],
    ["Write one of the values that the message names.", "写消息里列出的某个值。"],
)
.example("--binding residents", "--binding resident");

pub const CALIBRATION_FILE: Page = page(
    ["a calibration file cannot be read", "校准文件读不出"],
    [
        "A line of the file given to `skillstage calibrate` is no text with its billed tokens, or no line has any.",
        "交给 `skillstage calibrate` 的文件里，有一行不是文本加计费 token 数，或者一行都没有。",
    ],
    ["A factor from half of the lines would mislead.", "只用一半的行算出的系数会误导人。"],
    [
        "Write one JSON object on each line: the text that was sent, and the tokens that the service billed for it.",
        "每行写一个 JSON 对象：发送的文本，以及服务为它计费的 token 数。",
    ],
)
.example("hello, 2", r#"{"text": "hello", "billed": 2}"#);

pub const TOKENIZER_FILE: Page = page(
    ["a tokenizer file cannot be used", "分词器文件不能使用"],
    [
        "The file named by `estimator: file:PATH` is no tokenizer.json, or one of another family than byte-level BPE.",
        "`estimator: file:PATH` 指定的文件不是 tokenizer.json，或者不属于字节级 BPE 一类。",
    ],
    [
        "It would count nearly, and a number that calls itself exact must be.",
        "那样只能数个大概，而自称精确的数字必须精确。",
    ],
    [
        "Take the tokenizer.json of DeepSeek, Qwen, Llama 3 or a GPT; for others use `heuristic` and `skillstage calibrate`.",
        "使用 DeepSeek、Qwen、Llama 3 或 GPT 的 tokenizer.json；其他模型用 `heuristic` 加 `skillstage calibrate`。",
    ],
);

pub const TEMPLATE_INVALID: Page = page(
    ["a template does not fit", "模板不合要求"],
    [
        "A file under `dsh.templates` lacks a placeholder, holds one twice or an unknown one, or its schema is not JSON.",
        "`dsh.templates` 下的文件缺少占位符、重复或写了未知的占位符，或工具的 schema 不是 JSON。",
    ],
    [
        "Without its placeholders a text would show the model less than the host does.",
        "缺了占位符，模型看到的就比宿主给的少。",
    ],
    [
        "Write each placeholder that the message names once, in double braces.",
        "把消息里所列的占位符各写一次，用双花括号。",
    ],
)
.example("Resources: {{paht}}", "Resources: {{path}}");

pub const SCENARIO_YAML: Page = page(
    ["a scenario is not YAML", "剧本不是有效的 YAML"],
    ["The scenario cannot be read; the place is where reading stopped.", "剧本无法读取，位置是读取停下的地方。"],
    ["A scenario that is read in part would play something else.", "只读一部分的剧本会演成别的内容。"],
    [
        "Mend the line that is named; quote texts that hold a colon and a space.",
        "修正所指的那一行；文字里有冒号加空格时加引号。",
    ],
)
.example("text: Note: buy milk", "text: \"Note: buy milk\"");

pub const SCENARIO_UNKNOWN_KEY: Page = page(
    ["no such key in a scenario", "剧本里没有这个键"],
    ["The scenario holds a key that has no meaning at that place.", "剧本在该处有一个没有含义的键。"],
    ["It is most often a typo, and what it was meant for would be missing.", "多半是笔误，本来想写的内容会缺失。"],
    ["Correct the spelling or remove the key.", "改正拼写或删去。"],
)
.example("histroy: []", "history: []");

pub const SCENARIO_VALUE: Page = page(
    ["a scenario has a value it cannot have", "剧本的值不允许"],
    [
        "A key of the scenario has a value of the wrong type, or one that names nothing.",
        "剧本的某个键类型不对，或所指的东西不存在。",
    ],
    ["A scenario fixes exactly what is played; nothing in it is guessed.", "剧本精确地规定演出内容，不作猜测。"],
    ["Write what the message asks for.", "按消息的要求填写。"],
)
.example("message: {text: hello, images: many}", "message: {text: hello, images: 2}");

pub const SCENARIO_CYCLE: Page = page(
    ["a scenario extends itself", "剧本继承了自己"],
    ["Following `extends` leads back to a file that was already read.", "沿着 `extends` 又回到了已读过的文件。"],
    ["Such a chain has no start.", "这样的链条没有起点。"],
    ["Let one file of the chain extend nothing.", "让链条中的一个文件不再继承。"],
)
.example("base.yml: {extends: base.yml}", "story.yml: {extends: base.yml}");

pub const NOT_A_WORKSPACE: Page = page(
    ["not a workspace", "不是工作区"],
    ["The directory has neither skills/ nor skills_config.yml.", "该目录既没有 skills/，也没有 skills_config.yml。"],
    [
        "Skillstage opens a workspace: skills_config.yml, skills/ and scenarios/.",
        "Skillstage 打开的是工作区：skills_config.yml、skills/ 和 scenarios/。",
    ],
    [
        "`skillstage demo` opens a sample, `skillstage init DIR` writes it out, `skillstage --skills DIR` opens a plain folder of skills.",
        "`skillstage demo` 打开示例，`skillstage init DIR` 写出示例，`skillstage --skills DIR` 打开普通的技能目录。",
    ],
);

pub const FILE_EXISTS: Page = page(
    ["a file is in the way", "已有文件"],
    ["Something stands where a file would be written.", "要写入的位置上已经有东西。"],
    [
        "Nothing is ever overwritten without asking; what was begun is taken back.",
        "没有询问就不会覆盖；已开始的写入会撤回。",
    ],
    ["Name another place, or move what stands there.", "换一个位置，或移走原有的内容。"],
)
.example("skillstage init .", "skillstage init new-directory");

pub const FILE_CHANGED: Page = page(
    ["the file changed since it was read", "文件在读取之后有改动"],
    [
        "What stands on disk is not what was read before the question whether to replace it, or it is gone.",
        "磁盘上的内容不是询问是否替换之前读到的内容，或者文件已不存在。",
    ],
    [
        "The consent was to replace what was shown. Someone else's change would be lost with it.",
        "同意替换的只是当时显示的内容；别人的改动会随之丢失。",
    ],
    [
        "Look at the file as it is now and decide again, or name another place.",
        "查看文件现在的内容后再决定，或换一个位置。",
    ],
);

pub const WRITE_FAILED: Page = page(
    ["writing failed", "写入失败"],
    [
        "The system refused to write; the message holds its reason. The old file, if any, is whole.",
        "系统拒绝写入，消息里有原因。原有文件（如果有）保持完整。",
    ],
    ["Usually a permission, a full disk, or a directory that does not exist.", "通常是权限、磁盘已满，或目录不存在。"],
    ["Mend that and do it again.", "解决后重试。"],
);

pub const GIT_FAILED: Page = page(
    ["a git revision cannot be read", "无法读取 git 版本"],
    [
        "A comparison with an earlier revision goes through the git command; it is not there, the workspace lies in no repository, or the revision is none.",
        "与早先版本的比较通过 git 命令进行；没有该命令、工作区不在仓库中，或没有这个版本。",
    ],
    ["Only git knows what the files held then.", "只有 git 知道文件当时的内容。"],
    [
        "Name a commit, a branch or a tag that holds the workspace, or compare two directories.",
        "写一个包含该工作区的提交、分支或标签，或比较两个目录。",
    ],
)
.example("skillstage compare --rev nowhere", "skillstage compare --rev HEAD~1");

pub const NOT_A_TERMINAL: Page = page(
    ["the screen needs a terminal", "界面需要终端"],
    [
        "Input or output is a file or a pipe, so there is no screen to draw on.",
        "输入或输出是文件或管道，没有可以绘制的屏幕。",
    ],
    ["Escape sequences in a file help nobody.", "文件里的转义序列没有用处。"],
    [
        "Use a subcommand: prompt, scenes and catalog print the same facts.",
        "使用子命令：prompt、scenes、catalog 输出同样的内容。",
    ],
)
.example("skillstage | less", "skillstage prompt --scene private_chat --message hello | less");

pub const USAGE: Page = page(
    ["the command line asks for something that does not exist", "命令行要求的东西不存在"],
    [
        "A scene, code, flag or value on the command line is none that Skillstage knows.",
        "命令行上的场景、代码、参数或值不存在。",
    ],
    ["Nothing is guessed; the nearest name is shown where there is one.", "不作猜测；如有相近的名称会显示出来。"],
    ["See `skillstage --help` and the help of the subcommand.", "查看 `skillstage --help` 和子命令的帮助。"],
)
.example("skillstage catalog --scene groupchat", "skillstage catalog --scene group_chat");
