/** Text as content of an HTML element or as value of a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** JSON as content of a script element: without `<`, nothing inside can end the element. */
export const jsonInScript = (json: string): string => json.replaceAll('<', '\\u003c')
