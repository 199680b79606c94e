export interface Change {
  part: string
  key: string
  message: string
  params?: Readonly<Record<string, string | number>>
}

/** So many changes of one kind have a line each; more are one line that counts them and shows the first. */
const linesOfKind = 3

/** What parts of a file are called where a line counts changes in them. */
const nouns: Readonly<Record<string, string>> = {
  calendars: 'calendars',
  countryZones: 'sets of country zones',
  postageProducts: 'postage products',
  stocks: 'papers',
  products: 'products',
  specifications: 'specifications',
  priceLists: 'price lists',
  costs: 'costs',
  printers: 'printers',
  printerRules: 'printer rules',
  returnCodes: 'carriers’ codes',
}

/** The lines of what an import changes: one for each change, or for each kind of which there are many. */
export const changeLines = (changes: readonly Change[]): string[] =>
  [...Map.groupBy(changes, kindOf).values()].flatMap((group) =>
    group.length > linesOfKind
      ? [`${headOf(group)}: ${group[0]!.message.replace(/\.$/, '')}; and ${group.length - 1} more.`]
      : group.map(({ message }) => message),
  )

/** Prices are told list by list, all else by the part of the file and by what happens to it. */
const kindOf = ({ part, key, params }: Change): string =>
  JSON.stringify([part, params?.case ?? '', isPrice(params) ? key : ''])

const isPrice = (params: Change['params']): boolean => params?.zone !== undefined

const headOf = (group: readonly Change[]): string => {
  const [{ part, key, params }] = group as [Change]
  const count = group.length
  if (isPrice(params)) return `${count} prices of price list ${key}`
  const noun = nouns[part] ?? part
  if (params?.case === 'created') return `${count} new ${noun}`
  return `${count} changes of ${noun}`
}
