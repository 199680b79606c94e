import type { Schemas } from '../../api/client.ts'
import { countryName } from '../../ui/countries.ts'
import { linesOf, type PrintLines } from './printed-lines.ts'

let print = $state.raw<PrintLines>()
let isRequested = false

/** Returns the core's function for address lines, reactively; undefined until a first call has loaded it. */
export const printLines = (): PrintLines | undefined => {
  if (!isRequested) {
    isRequested = true
    import('#lettershop/address').then(
      ({ addressLines }) => {
        print = addressLines
      },
      () => {
        // After a failure the next screen tries again.
        isRequested = false
      },
    )
  }
  return print
}

/** Returns the printed address lines, with the country in the portal's language. */
export const addressLines = (recipient: Schemas['Recipient']): string[] => [
  ...linesOf(recipient, printLines()),
  countryName(recipient.country),
]
