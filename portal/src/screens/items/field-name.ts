/** Turns a merge field's name into words: `firstName` and `first_name` become “First name”. */
export const fieldWords = (name: string): string => {
  const text = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase()
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
