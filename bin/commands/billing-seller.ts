import { command } from '../cli/command.ts'
import { execute } from '../control/execute.ts'

const optional = (description: string) => ({ type: 'string', description }) as const
const required = (description: string) => ({ type: 'string', required: true, description }) as const

export const seller = command({
  name: 'lettershop billing seller',
  description: 'Set the seller that every invoice names from now on',
  flags: {
    name: required('As registered'),
    street: required('Street'),
    'house-number': optional('Where it is not part of the street'),
    'postal-code': optional('Postal code'),
    city: required('City'),
    region: optional('State or province'),
    country: required('ISO 3166-1 alpha-2'),
    'vat-number': required('VAT number'),
    'company-number': optional('In the trade register (KvK)'),
    email: optional('For questions about invoices'),
    iban: optional('Where to pay'),
    bic: optional('Of the bank'),
    'time-zone': optional('Whose days and months invoices have (IANA; UTC)'),
    'electronic-address': optional('Where electronic answers go, as Peppol writes it: 0106:12345678'),
    contact: optional('Whom to ask about invoices'),
    phone: optional('For questions about invoices'),
    'legal-note': optional('What the seller’s law wants on its papers: legal form, capital, register'),
  },
  run: ({ args }) =>
    execute(
      'billing.seller',
      {
        name: args.name,
        address: {
          street: args.street,
          houseNumber: args['house-number'] ?? null,
          postalCode: args['postal-code'] ?? null,
          city: args.city,
          region: args.region ?? null,
          country: args.country,
        },
        vatNumber: args['vat-number'],
        ...(args['company-number'] === undefined ? {} : { companyNumber: args['company-number'] }),
        ...(args.email === undefined ? {} : { email: args.email }),
        ...(args.iban === undefined ? {} : { iban: args.iban }),
        ...(args.bic === undefined ? {} : { bic: args.bic }),
        ...(args['time-zone'] === undefined ? {} : { timeZone: args['time-zone'] }),
        ...(args['electronic-address'] === undefined
          ? {}
          : { electronicAddress: args['electronic-address'] }),
        ...(args.contact === undefined ? {} : { contactName: args.contact }),
        ...(args.phone === undefined ? {} : { phone: args.phone }),
        ...(args['legal-note'] === undefined ? {} : { legalNote: args['legal-note'] }),
      },
      { data: args.data },
    ),
  text: ({ name, vatNumber, notInvoiced }) =>
    [`${name}, ${vatNumber}`, ...(notInvoiced === null ? [] : [notInvoiced])].join('\n'),
})
