import type { Schemas } from '../../api/client.ts'
import { countryName } from '../../ui/countries.ts'
import { linesOf, type PrintLines } from './printed-lines.ts'

let print = $state.raw<PrintLines>()
let isAsked = false

/**
 * The rules by which addresses are printed. They are loaded when a screen first shows an address, and undefined
 * until then; what shows them is drawn again once they are there.
 */
export const printLines = (): PrintLines | undefined => {
  if (!isAsked) {
    isAsked = true
    import('../../../../src/core/address/lines.ts').then(
      ({ addressLines }) => {
        print = addressLines
      },
      () => {
        // Without a connection another screen asks again.
        isAsked = false
      },
    )
  }
  return print
}

/** The address as it is printed, line by line, with the country in the language of the screens. */
export const addressLines = (recipient: Schemas['Recipient']): string[] => [
  ...linesOf(recipient, printLines()),
  countryName(recipient.country),
]
