const mostCharacters = 120

/** What a copy is called, so that it can be told from its original: “Card (copy)”, and “Card (copy 2)” of that. */
export const nameOfCopy = (name: string, copy: string): string => {
  const [end = '', count] = new RegExp(` \\(${copy}(?: (\\d+))?\\)$`).exec(name) ?? []
  const suffix = end === '' ? ` (${copy})` : ` (${copy} ${Number(count ?? 1) + 1})`
  return name.slice(0, name.length - end.length).slice(0, mostCharacters - suffix.length) + suffix
}
