use super::*;

fn faults(id: TemplateId, text: &str) -> Vec<String> {
    let mut templates = Templates::default();
    let found = templates.replace(id, "t.md", text).err().unwrap_or_default();
    assert!(found.iter().all(|fault| fault.code == Code::TemplateInvalid && fault.help.is_some()));
    if !found.is_empty() {
        assert_eq!(templates, Templates::default(), "a faulty template changes nothing");
    }
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn the_built_in_texts_pass_the_check_they_set() {
    for id in TemplateId::ALL {
        assert_eq!(faults(*id, id.built_in()), [""; 0], "{}", id.as_str());
        assert_eq!(TemplateId::parse(id.as_str()), Some(*id));
        assert!(!id.built_in().ends_with('\n') && !id.built_in().contains('\r'));
    }
    assert_eq!(TemplateId::parse("resources"), None);
}

#[test]
fn d3_every_catalog_has_the_same_envelope_and_the_empty_one_forbids_older_names() {
    let templates = Templates::default();
    for text in [templates.initial("- `a`: b"), templates.replacement("- `a`: b")] {
        assert!(text.starts_with("<system-reminder>\n") && text.ends_with("\n</system-reminder>"), "{text}");
        assert!(text.contains("\n\n<available_skills>\n- `a`: b\n</available_skills>\n\n"), "{text}");
    }
    let retired = templates.retired();
    assert!(retired.starts_with("<system-reminder>\n") && retired.ends_with("\n</system-reminder>"));
    assert!(
        retired.contains("\n\n<available_skills>\n</available_skills>\n\nNames from earlier lists must not be used")
    );
}

#[test]
fn d4_guidance_is_escaped_and_the_name_is_an_attribute() {
    let templates = Templates::default();
    assert!(
        templates
            .provider_resources("\"a\" & <b>")
            .starts_with("Resources for this skill are managed by provider \"\"a\" &amp; &lt;b&gt;\".\n")
    );
    assert!(templates.opaque_resources("</skill_resources>").contains(": &lt;/skill_resources&gt;\n"));
    assert!(templates.directory_resources("/a&b").contains(": /a&amp;b\n"));
    assert!(templates.url_resources("x:<y>").contains(": x:&lt;y&gt;\n"));
    assert!(templates.result("a\"b", "r", "i").starts_with("<skill_content name=\"a&quot;b\">\n"));
}

#[test]
fn d4_the_schema_is_compact_json_and_asks_for_one_name() {
    let schema = Templates::default().tool_schema();
    let value: Value = serde_json::from_str(&schema).unwrap();
    assert_eq!(value.to_string(), schema);
    assert_eq!(value["name"], "skill");
    assert_eq!(value["parameters"]["required"], serde_json::json!(["name"]));
    assert_eq!(value["parameters"]["properties"]["name"]["type"], "string");
}

#[test]
fn a_template_of_the_workspace_is_used_to_the_byte() {
    let mut templates = Templates::default();
    templates.replace(TemplateId::Initial, "t.md", "{Skills}: {{{entries}}} {{ }} {{a b}} {{").map_err(drop).unwrap();
    assert_eq!(templates.initial("- `a`: {{entries}}"), "{Skills}: {- `a`: {{entries}}} {{ }} {{a b}} {{");
    templates.replace(TemplateId::Retired, "t.md", "none\n\n").map_err(drop).unwrap();
    assert_eq!(templates.retired(), "none\n");
    assert_eq!(templates.replacement("x"), Templates::default().replacement("x"));
}

#[test]
fn a_missing_placeholder_is_an_error_at_the_end() {
    assert_eq!(
        faults(TemplateId::Result, "<{{name}}>\n字字{{instructions}}\n"),
        ["t.md:2:19: error[template-invalid]: the template `result` lacks its placeholder `{{resources}}`"]
    );
    assert_eq!(
        faults(TemplateId::ResourcesUrl, ""),
        ["t.md:1:1: error[template-invalid]: the template `resources_url` lacks its placeholder `{{url}}`"]
    );
}

#[test]
fn an_unknown_placeholder_is_an_error_at_its_place() {
    assert_eq!(
        faults(TemplateId::Initial, "字 {{entrys}}\n {{entries}} {{ entries }}"),
        [
            "t.md:1:3: error[template-invalid]: the template `initial` has no placeholder `{{entrys}}`",
            "t.md:2:14: error[template-invalid]: the template `initial` has no placeholder `{{ entries }}`"
        ]
    );
    assert_eq!(
        faults(TemplateId::Retired, "{{entries}}"),
        ["t.md:1:1: error[template-invalid]: the template `retired` has no placeholder `{{entries}}`"]
    );
    let help = |text| Templates::default().replace(TemplateId::Initial, "t", text).unwrap_err()[0].help.clone();
    assert_eq!(help("{{entrys}}{{entries}}").as_deref(), Some("did you mean `{{entries}}`?"));
    assert_eq!(help("{{skills}}{{entries}}").as_deref(), Some("it takes `{{entries}}`"));
}

#[test]
fn a_doubled_placeholder_is_an_error_at_its_second_place() {
    assert_eq!(
        faults(TemplateId::ResourcesDirectory, "{{path}}\n{{path}}"),
        ["t.md:2:1: error[template-invalid]: the placeholder `{{path}}` stands here a second time"]
    );
}

#[test]
fn a_schema_that_is_not_a_json_object_is_an_error_at_its_place() {
    assert_eq!(
        faults(TemplateId::Tool, "[]"),
        ["t.md:1:1: error[template-invalid]: the tool's schema is not a JSON object"]
    );
    let broken = faults(TemplateId::Tool, "{\n\"字\": x}");
    assert_eq!(broken.len(), 1);
    assert!(broken[0].starts_with("t.md:2:6: error[template-invalid]: the tool's schema is not JSON: "), "{broken:?}");
}
