import { words } from '../../messages/index.svelte.ts'

export const w = words({
  en: {
    text: 'Do you print and post your own mail? Then there is nobody to pay, and no balance is needed.',
    begin: 'We print and post it ourselves',
    dismiss: 'No, we pay for it',
    ask: (name: string) =>
      `From now on nothing is charged to ${name}: no balance, no top-ups, no invoices. It can be turned back until the first mailing is approved.`,
    done: 'This organisation prints its own mail: nothing has to be paid.',
  },
  nl: {
    text: 'Drukken en versturen jullie je eigen post? Dan is er niemand te betalen, en is er geen saldo nodig.',
    begin: 'Wij drukken en posten zelf',
    dismiss: 'Nee, wij betalen ervoor',
    ask: (name) =>
      `Vanaf nu kost post ${name} hier niets: geen saldo, geen aanvullingen, geen facturen. Dat kun je terugdraaien tot de eerste mailing is goedgekeurd.`,
    done: 'Deze organisatie drukt haar eigen post: er hoeft niets betaald te worden.',
  },
})
