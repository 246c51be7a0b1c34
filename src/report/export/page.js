"use strict";
// Everything is set as text: nothing of a skill or a model is ever read as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const last = data.steps.length - 1;
const opened = new Set(); // the ids of segments whose text is looked at, from step to step
let at = 0;

const by = (id) => document.getElementById(id);
const words = data.words;
const filled = (text, n, of) => text.replace("{n}", n).replace("{of}", of);
const number = (value) => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

function set(node, text) {
  node.textContent = text;
  // The shapes of characters that Chinese readers expect, also where the page is English.
  node.toggleAttribute("lang", /\p{Script=Han}/u.test(text));
  if (node.hasAttribute("lang")) node.lang = "zh";
  return node;
}

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  return text === undefined ? made : set(made, text);
}

function event({ who, text }) {
  const row = element("div", "event");
  row.append(element("span", "who", words[who]), element("span", "what", text));
  return row;
}

function check({ text, ok }) {
  return element("div", ok ? "check" : "check bad", (ok ? "✓ " : "✗ ") + text);
}

function segment(part, isAdded) {
  const row = element("details", isAdded ? "new" : "");
  row.dataset.id = part.id;
  const head = element("summary");
  head.append(
    element("span", "kind", part.kind),
    element("span", "label", part.label),
    element("span", "tag", isAdded ? words.new : part.withheld ? words.withheld : ""),
    element("span", "tokens", number(part.tokens)),
  );
  row.append(head);
  // A prompt can be long: its texts are laid out when they are looked at.
  const fill = () => {
    if (!row.open || row.children.length > 1) return;
    row.append(part.withheld ? element("p", "note", words.private) : element("pre", "", data.texts[part.text]));
  };
  row.open = opened.has(part.id);
  fill();
  row.addEventListener("toggle", () => {
    if (row.open) opened.add(part.id);
    else opened.delete(part.id);
    fill();
  });
  return row;
}

function prompt({ segments, added }) {
  const isAdded = new Set(added);
  const rows = [];
  let isDynamic = false;
  segments.forEach((place, index) => {
    const part = data.parts[place];
    if (!part.stable && !isDynamic) {
      isDynamic = true;
      rows.push(element("div", "boundary", data.session ? words.boundary_session : words.boundary));
    }
    rows.push(segment(part, isAdded.has(index)));
  });
  return rows;
}

function show(index) {
  at = Math.max(0, Math.min(last, Math.trunc(index)));
  const step = data.steps[at];
  set(by("say"), step.say || "").hidden = !step.say;
  by("events").replaceChildren(...step.events.map(event));
  by("state").textContent = step.outcome;
  by("count").textContent =
    filled(step.limit ? words.tokens_of : words.tokens, number(step.tokens), number(step.limit)) +
    (step.reuse === null ? "" : " · " + filled(words.reused, step.reuse));
  by("bar").hidden = !step.limit;
  by("fill").style.width = (step.limit ? Math.min(100, (100 * step.tokens) / step.limit) : 0) + "%";
  by("expectations").hidden = step.checks.length === 0;
  by("met").textContent = filled(words.met, step.checks.filter((one) => one.ok).length, step.checks.length);
  by("checks").replaceChildren(...step.checks.map(check));
  showPrompt(step);
  by("place").textContent = at + " / " + last;
  by("slider").value = at;
  by("back").disabled = at === 0;
  by("next").disabled = at === last;
  document.body.dataset.step = at;
  if (location.hash !== "#step-" + at) history.replaceState(null, "", "#step-" + at);
}

// Where the prompt scrolls by itself, what is new comes into sight; on a narrow screen the page stays where it is.
function showPrompt(step) {
  const list = by("segments");
  const from = list.scrollTop;
  list.replaceChildren(...prompt(step));
  const added = list.querySelector(".new");
  list.scrollTop = added ? added.offsetTop - list.offsetTop - list.clientHeight / 3 : from;
}

const addressed = () => Number(location.hash.replace("#step-", "")) || 0;
by("slider").max = last;
by("slider").addEventListener("input", (event) => show(Number(event.target.value)));
by("back").addEventListener("click", () => show(at - 1));
by("next").addEventListener("click", () => show(at + 1));
addEventListener("hashchange", () => show(addressed()));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
  const space = event.key === " " && !["SUMMARY", "BUTTON"].includes(event.target.tagName);
  if (to === undefined && !space) return;
  event.preventDefault();
  show(space ? at + 1 : to);
});
show(addressed());
