"use strict";
const el = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children.filter((c) => c !== null && c !== undefined));
  return node;
};
const byId = (id) => document.getElementById(id);

// resolve follows a reference into the document.
const resolve = (doc, schema) =>
  schema && schema.$ref ? schema.$ref.slice(2).split("/").reduce((at, step) => at[step], doc) : schema || {};

const typeName = (schema) => {
  if (schema.enum) return schema.enum.join(" | ");
  const type = [].concat(schema.type || "any").join(" or ");
  return schema.format ? `${type} (${schema.format})` : type;
};

// shape writes a schema as the JSON it stands for.
const shape = (doc, schema, depth = 0, seen = []) => {
  const s = resolve(doc, schema);
  const indent = "  ".repeat(depth + 1);
  if (schema && schema.$ref) {
    if (seen.includes(schema.$ref)) return "…";
    seen = [...seen, schema.$ref];
  }
  if (s.anyOf) return s.anyOf.map((option) => shape(doc, option, depth, seen)).join(" or ");
  if (s.items) return `[${shape(doc, s.items, depth, seen)}]`;
  if (!s.properties) {
    return s.additionalProperties && typeof s.additionalProperties === "object"
      ? `{"…": ${shape(doc, s.additionalProperties, depth, seen)}}`
      : typeName(s);
  }
  const lines = Object.entries(s.properties).map(([name, property]) => {
    const optional = (s.required || []).includes(name) ? "" : "?";
    const note = resolve(doc, property).description || property.description;
    return `${indent}"${name}"${optional}: ${shape(doc, property, depth + 1, seen)}${note ? `  // ${note}` : ""}`;
  });
  return `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}`;
};

const table = (heads, rows) =>
  el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": heads.join(", ") },
    el("table", {},
      el("thead", {}, el("tr", {}, ...heads.map((h) => el("th", { scope: "col" }, h)))),
      el("tbody", {}, ...rows)));

const auth = (operation) => {
  const modes = operation.security || [];
  if (modes.length === 0) return "open";
  return modes.some((m) => Object.keys(m).length === 0) ? "by channel" : "api key";
};

const parameterRow = (p) =>
  el("tr", {},
    el("td", {}, el("code", {}, p.name), p.required ? " *" : ""),
    el("td", {}, typeName(p.schema)),
    el("td", {}, p.description || p.schema.description || ""));

const failureRow = ([status, response]) =>
  el("tr", {},
    el("td", {}, status),
    el("td", {}, ...(response["x-codes"] || []).flatMap((code, i) => [i ? ", " : "", el("a", { href: `#${code}` }, code)])));

const body = (doc, title, content) => {
  const media = content && Object.values(content)[0];
  return media ? [el("h4", {}, title), el("pre", { tabindex: "0" }, shape(doc, media.schema))] : [];
};

const callArticle = (doc, call) => {
  const { method, path, operation } = call;
  const failures = Object.entries(operation.responses).filter(([status]) => status !== "200");
  return el("article", { id: operation.operationId },
    el("h3", {}, operation.summary),
    el("p", { class: "path" }, el("span", { class: `method ${method}` }, method), ` ${path}`, el("span", { class: "tag" }, auth(operation))),
    ...(operation.parameters ? [el("h4", {}, "Parameters"), table(["Name", "Type", ""], operation.parameters.map(parameterRow))] : []),
    ...body(doc, "Body", operation.requestBody && operation.requestBody.content),
    ...body(doc, "Success", operation.responses["200"] && operation.responses["200"].content),
    el("h4", {}, "Failures"),
    table(["Status", "Codes"], failures.map(failureRow)));
};

const calls = (doc) =>
  Object.entries(doc.paths).flatMap(([path, item]) =>
    ["get", "post", "delete"].filter((m) => item[m]).map((m) => ({ method: m.toUpperCase(), path, operation: item[m] })));

const groupBy = (items, key) => {
  const groups = new Map();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) || []), item]);
  return groups;
};

const codeRows = (all) => {
  const codes = new Map();
  for (const { operation } of all) {
    for (const [status, response] of Object.entries(operation.responses)) {
      for (const code of response["x-codes"] || []) {
        const entry = codes.get(code) || { status, by: [] };
        entry.by.push(operation.operationId);
        codes.set(code, entry);
      }
    }
  }
  return [...codes].sort(([a], [b]) => a.localeCompare(b)).map(([code, { status, by }]) =>
    el("tr", { id: code },
      el("td", {}, el("code", {}, code)),
      el("td", {}, status),
      el("td", {}, ...(by.length === all.length ? ["every call"] : by.flatMap((id, i) => [i ? ", " : "", el("a", { href: `#${id}` }, id)])))));
};

const show = (doc, wanted) => {
  const all = calls(doc);
  const matching = all.filter((c) => JSON.stringify([c.method, c.path, c.operation.operationId, c.operation.summary, c.operation.responses]).toLowerCase().includes(wanted));
  const groups = groupBy(matching, (c) => c.operation.tags[0]);
  byId("index").replaceChildren(...[...groups].flatMap(([tag, group]) => [
    el("h3", {}, tag),
    ...group.map((c) => el("a", { href: `#${c.operation.operationId}` }, el("span", { class: `method ${c.method}` }, c.method), ` ${c.path}`)),
  ]));
  byId("calls").replaceChildren(...[...groups].map(([tag, group]) =>
    el("section", { "aria-label": tag }, el("h2", {}, tag), ...group.map((c) => callArticle(doc, c)))));
  byId("codes").replaceChildren(table(["Code", "Status", "Answered by"], codeRows(all)));
};

const start = async () => {
  const response = await fetch("/api/openapi.json");
  if (!response.ok) throw new Error(`status ${response.status}`);
  const doc = await response.json();
  byId("about").textContent = doc.info.description;
  show(doc, "");
  byId("find").addEventListener("input", (event) => show(doc, event.target.value.trim().toLowerCase()));
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
};
start().catch((error) => { byId("about").textContent = `The document could not be loaded: ${error.message}`; });
