const maxCharacters = 120

/** Names a copy: “Card (copy)”, then “Card (copy 2)”. Cuts names that would be too long. */
export const nameOfCopy = (name: string, copy: string): string => {
  const [end = '', count] = new RegExp(` \\(${copy}(?: (\\d+))?\\)$`).exec(name) ?? []
  const suffix = end === '' ? ` (${copy})` : ` (${copy} ${Number(count ?? 1) + 1})`
  return name.slice(0, name.length - end.length).slice(0, maxCharacters - suffix.length) + suffix
}
