/** A key for an entry with this name that none of the known ones has: `Silk 300 g/m²` → `silk-300-g-m`. */
export const keyFrom = (name: string, known: ReadonlySet<string>): string => {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
  const base = plain || 'cost'
  if (!known.has(base)) return base
  let number = 2
  while (known.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}
