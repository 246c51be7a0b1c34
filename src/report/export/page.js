"use strict";
// Everything is set as text: nothing of a skill or a model is ever read as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const by = (id) => document.getElementById(id);
const element = (tag, className, text) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};
const number = (value) => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
const last = data.steps.length - 1;
let at = 0;

function events(step) {
  return step.events.map((event) => {
    const row = element("div", "event");
    row.append(element("span", "who", event.who), event.text);
    return row;
  });
}

function segment(part) {
  const row = element("details", part.new ? "new" : "");
  row.dataset.id = part.id;
  const head = element("summary");
  head.append(
    element("span", "kind", part.kind),
    element("span", "label", part.label),
    element("span", "tag", part.new ? "new" : part.withheld ? "withheld" : ""),
    element("span", "tokens", number(part.tokens)),
  );
  row.append(head);
  // A prompt can be long: its texts are laid out when they are looked at.
  row.addEventListener("toggle", () => {
    if (row.open && row.children.length === 1) row.append(element("pre", "", data.texts[part.text]));
  });
  return row;
}

function prompt(step) {
  const rows = [];
  let dynamic = false;
  for (const part of step.segments) {
    if (!part.stable && !dynamic) {
      dynamic = true;
      rows.push(element("div", "boundary", "above: the same in every turn · below: this turn's"));
    }
    rows.push(segment(part));
  }
  return rows;
}

function show(index) {
  at = Math.max(0, Math.min(last, index));
  const step = data.steps[at];
  by("say").textContent = step.say || "";
  by("say").hidden = !step.say;
  by("events").replaceChildren(...events(step));
  by("count").textContent =
    number(step.tokens) + (step.limit ? " of " + number(step.limit) : "") + " tokens" +
    (step.reuse === null ? "" : " · " + step.reuse + " % reused");
  by("state").textContent = step.outcome;
  const share = step.limit ? Math.min(100, (100 * step.tokens) / step.limit) : 0;
  by("fill").style.width = share + "%";
  by("bar").hidden = !step.limit;
  by("bar").className = step.limit && step.tokens > step.limit ? "bar over" : "bar";
  by("segments").replaceChildren(...prompt(step));
  by("checks").replaceChildren(
    ...step.checks.map((check) => element("div", check.ok ? "check" : "check bad", (check.ok ? "✓ " : "✗ ") + check.text)),
  );
  by("expectations").hidden = step.checks.length === 0;
  by("place").textContent = at + " / " + last;
  by("slider").value = at;
  by("back").disabled = at === 0;
  by("next").disabled = at === last;
  document.body.dataset.step = at;
  if (location.hash !== "#step-" + at) history.replaceState(null, "", "#step-" + at);
}

by("slider").max = last;
by("slider").addEventListener("input", (event) => show(Number(event.target.value)));
by("back").addEventListener("click", () => show(at - 1));
by("next").addEventListener("click", () => show(at + 1));
addEventListener("hashchange", () => show(Number(location.hash.replace("#step-", "")) || 0));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
  const space = event.key === " " && !["SUMMARY", "BUTTON"].includes(event.target.tagName);
  if (to === undefined && !space) return;
  event.preventDefault();
  show(space ? at + 1 : to);
});
show(Number(location.hash.replace("#step-", "")) || 0);
