import { compactPostalCode } from './normalise.ts'

/** Codes within the numbers of one country that are of another: the last line and the price differ. */
const owners: Readonly<Record<string, readonly (readonly [codes: RegExp, country: string])[]>> = {
  GB: [[/^GX11/, 'GI']],
  FR: [[/^980\d\d$/, 'MC']],
  IT: [
    [/^4789\d$/, 'SM'],
    [/^00120$/, 'VA'],
  ],
  CH: [[/^94(?:8[5-9]|9[0-8])$/, 'LI']],
  DK: [[/^39\d\d$/, 'GL']],
}

/** The country that a postal code is of, where it is not the recipient’s; otherwise undefined. */
export const ownerOfCode = ({
  country,
  postalCode,
}: {
  country: string
  postalCode: string
}): string | undefined => {
  const code = compactPostalCode(postalCode)
  return owners[country]?.find(([codes]) => codes.test(code))?.[1]
}
