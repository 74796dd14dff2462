// In which colours is a picture saved? In the light ones of base.css, whatever the
// page wears; a file knows no names of colours. Read pictures.js next.

/** @returns {CSSStyleRule[]} */
function rules() {
  const sheets = [...document.styleSheets].map((sheet) => [...sheet.cssRules]);
  return /** @type {CSSStyleRule[]} */ (sheets.flat().filter((rule) => rule instanceof CSSStyleRule));
}

/** Return a function from the name of a colour to the colour. @returns {(name: string) => string} */
export function lightColours() {
  const root = rules().find((rule) => rule.selectorText === ":root");
  return (name) => root?.style.getPropertyValue(name).trim() ?? "";
}

/** Return the style sheet that a picture of a tree needs where there is no page. */
export function treeStyle() {
  return rules().filter((rule) => rule.selectorText.includes(".tree-picture")).map((rule) => rule.cssText).join("\n");
}
