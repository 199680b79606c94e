/** Returns the filter for a search text: an id, a printed code, a postal code or part of a name. */
export const filterOf = (typed: string) => {
  const text = typed.trim()
  if (text === '') return {}
  if (/^itm_\w{8,}$/i.test(text)) return { 'filter[id][startsWith]': text }
  if (/^[0-9A-Z]{12}$/i.test(text) && /\d/.test(text)) return { 'filter[trackingCode]': text }
  if (/^(\d{4}\s?[A-Z]{2}|\d{3,6}|[A-Z]{1,2}\d[\dA-Z]?\s?\d[A-Z]{2})$/i.test(text)) {
    return { 'filter[recipientPostalCode][startsWith]': text }
  }
  return { 'filter[recipientName][contains]': text }
}
