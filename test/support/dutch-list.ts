/** The mapping of lists whose columns are those of `heading`. */
export const dutchMapping = {
  fields: {
    'recipient.name': { column: 'Naam' },
    'recipient.street': { column: 'Straat' },
    'recipient.houseNumber': { column: 'Huisnr' },
    'recipient.postalCode': { column: 'Postcode' },
    'recipient.city': { column: 'Plaats' },
    'data.firstName': { column: 'Voornaam' },
    reference: { column: 'Klantnr' },
  },
}
export const heading = 'Klantnr;Voornaam;Naam;Straat;Huisnr;Postcode;Plaats'
export const line = (
  number: number,
  changes: Partial<Record<'name' | 'code' | 'first' | 'city', string>> = {},
) =>
  [
    `K${number}`,
    changes.first ?? `P${number}`,
    changes.name ?? `Person ${number}`,
    'Damrak',
    number,
    changes.code ?? '1012 LG',
    changes.city ?? 'Amsterdam',
  ].join(';')
export const listOfLines = (...lines: string[]) => [heading, ...lines, ''].join('\r\n')
export const manyLines = (count: number) =>
  listOfLines(...Array.from({ length: count }, (_, index) => line(index + 1)))
