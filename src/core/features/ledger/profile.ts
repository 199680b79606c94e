import { addressLines, type Recipient, recipientToWire } from '../../address/index.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import type { BillingProfileRow, InvoiceLanguage, Party } from '../../model/billing.ts'
import type { OrganisationRow, VatTreatment } from '../../model/organisations.ts'
import type { Rows } from '../../ports/store.ts'
import type { PricingSeller } from './seller.ts'
import { derivedTreatment, mayReverse, standardOf } from './vat.ts'

export const defaultPaymentTermDays = 14

export const emptyProfile = (organisationId: string, now: number): BillingProfileRow => ({
  id: organisationId,
  organisationId,
  name: null,
  address: null,
  email: null,
  vatNumber: null,
  companyNumber: null,
  reference: null,
  orderReference: null,
  electronicAddress: null,
  language: null,
  vatTreatment: null,
  paymentTermDays: defaultPaymentTermDays,
  createdAt: now,
  updatedAt: now,
})

export const profileOf = async (
  rows: Pick<Rows, 'billingProfiles'>,
  organisation: Pick<OrganisationRow, 'id' | 'createdAt'>,
): Promise<BillingProfileRow> =>
  (await rows.billingProfiles.get({ organisationId: organisation.id }, organisation.id)) ??
  emptyProfile(organisation.id, organisation.createdAt)

/** Returns the billing address's country, or else the organisation's country of posting. */
export const billingCountry = (
  profile: Pick<BillingProfileRow, 'address'>,
  organisation: Pick<OrganisationRow, 'country'>,
): string => profile.address?.country ?? organisation.country

/**
 * Returns the VAT treatment: set by an operator, or else derived from seller, country and VAT number. A
 * reverse charge ends with its VAT number, and a fixed standard rate becomes that of the present seller.
 */
export const treatmentOf = (
  profile: Pick<BillingProfileRow, 'address' | 'vatNumber' | 'vatTreatment'>,
  organisation: Pick<OrganisationRow, 'country'>,
  seller: Pick<PricingSeller, 'country' | 'currency'>,
): VatTreatment => {
  const country = billingCountry(profile, organisation)
  const derived = derivedTreatment(country, profile.vatNumber, seller)
  const { vatTreatment } = profile
  if (vatTreatment === null || vatTreatment === 'NOT_INVOICED' || derived === 'NOT_INVOICED') return derived
  if (vatTreatment === 'NON_EU') return vatTreatment
  if (vatTreatment !== 'EU_REVERSE_CHARGE') return standardOf(seller) ?? derived
  return mayReverse(profile.vatNumber, country, seller) ? vatTreatment : derived
}

export const buyerOf = (profile: BillingProfileRow, organisation: OrganisationRow): Party => ({
  name: profile.name ?? organisation.name,
  address: profile.address ? recipientToWire(profile.address) : null,
  country: billingCountry(profile, organisation),
  vatNumber: profile.vatNumber,
  companyNumber: profile.companyNumber,
  email: profile.email,
  electronicAddress: profile.electronicAddress,
})

/** Countries whose official language is an invoice language other than English. */
const languages: Readonly<Record<string, InvoiceLanguage>> = {
  NL: 'nl',
  BE: 'nl',
  SR: 'nl',
  DE: 'de',
  AT: 'de',
  CH: 'de',
  LI: 'de',
  FR: 'fr',
  LU: 'fr',
  MC: 'fr',
}

/** Returns the chosen language, or else the country's; English by default. */
export const languageOf = (
  profile: Pick<BillingProfileRow, 'address' | 'language'>,
  organisation: Pick<OrganisationRow, 'country'>,
): InvoiceLanguage => profile.language ?? languages[billingCountry(profile, organisation)] ?? 'en'

/** Returns name, street, place, and the country if it differs from `originCountry`. */
export const printedLines = (party: Party, originCountry: string): string[] => {
  const recipient: Recipient = {
    ...party.address,
    companyName: party.name,
    name: null,
    country: party.country,
  }
  return addressLines(recipient, originCountry)
}

/** Updates treatments after a change of the seller's country or the currency. */
export const treatmentsJob = (now: number): NewJob => ({
  kind: 'billing.treatments',
  subject: 'all',
  organisationId: null,
  mode: null,
  dueAt: now,
})
