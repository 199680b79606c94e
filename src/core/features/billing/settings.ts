import type { Transaction, WriteContext } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { invalid, notFound, problem } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import type { BillingProfileRow } from '../../model/billing.ts'
import type { ItemStatus } from '../../model/items.ts'
import { type BillingMode, type OrganisationRow, standardTreatments } from '../../model/organisations.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { availableCents, emptyAccount, platformCurrency } from '../ledger/accounts.ts'
import { releaseHeldJob } from '../ledger/ledger.ts'
import { billingCountry, buyerOf, languageOf, profileOf, treatmentOf } from '../ledger/profile.ts'
import { isKnown, type PricingSeller, sellerOf } from '../ledger/seller.ts'
import { capChanged } from '../ledger/spending-caps.ts'
import { fitsCountry, isEuCountry, mayReverse, standardOf, vatRateOf } from '../ledger/vat.ts'
import { patchOrganisation } from '../organisations/manage.ts'
import { peppolMissing } from './electronic/address.ts'
import type { TextsIn } from './invoice-words.ts'
import { closeMonths } from './monthly.ts'
import { addressToWire, assertAddress } from './party.ts'
import { billingProblems, billingSentences } from './sentences.ts'
import type { BillingSettings, SettingsPatch, TermsPatch } from './settings-schema.ts'

const { sentence } = billingSentences

export const settingsOf = async (
  rows: Pick<Rows, 'billingProfiles' | 'accounts' | 'facts'>,
  organisation: OrganisationRow,
): Promise<BillingSettings> => {
  const profile = await profileOf(rows, organisation)
  const account = await rows.accounts.get({ organisationId: organisation.id }, organisation.id)
  const seller = await sellerOf(rows)
  const vatTreatment = treatmentOf(profile, organisation, seller)
  return {
    name: profile.name,
    address: profile.address ? addressToWire(profile.address) : null,
    email: profile.email,
    vatNumber: profile.vatNumber,
    companyNumber: profile.companyNumber,
    reference: profile.reference,
    orderReference: profile.orderReference,
    electronicAddress: profile.electronicAddress,
    language: languageOf(profile, organisation),
    languageSet: profile.language !== null,
    peppolMissing: peppolMissing({ ...profile, seller, buyer: buyerOf(profile, organisation) }),
    billingMode: organisation.billingMode,
    vatTreatment,
    vatTreatmentSet: profile.vatTreatment !== null,
    vatRate: vatRateOf({ ...organisation, vatTreatment }),
    paymentTermDays: profile.paymentTermDays,
    lowThresholdCents: (account ?? emptyAccount(organisation.id)).lowThresholdCents,
    spendingCapCents: organisation.spendingCapCents,
    currency: account?.currency ?? platformCurrency,
    payTo: isKnown(seller) ? { name: seller.name, iban: seller.iban } : null,
  }
}

/** Throws 404; 422 for values that contradict each other. */
export const patchSettings = (
  services: Services,
  transaction: Transaction,
  organisationId: string,
  patch: SettingsPatch,
): Promise<BillingSettings> => change(services, transaction, organisationId, patch, async () => {})

/**
 * Issues a final invoice if the billing mode changes from MONTHLY to PREPAID. Throws 404; 409 if it can't
 * change; 422 for values that contradict each other.
 */
export const patchTerms = (
  services: Services,
  transaction: Transaction,
  organisationId: string,
  patch: TermsPatch,
  textsIn: TextsIn,
): Promise<BillingSettings> =>
  change(services, transaction, organisationId, patch, (organisation, now) =>
    closeMonths(services, transaction, organisation, { now, textsIn }),
  )

const change = async (
  services: Services,
  transaction: Transaction,
  organisationId: string,
  patch: SettingsPatch & TermsPatch,
  close: (organisation: OrganisationRow, now: number) => Promise<void>,
): Promise<BillingSettings> => {
  const { rows } = transaction
  // Read again, because it may have changed since the call was authenticated.
  const organisation = await rows.organisations.get(everyone, organisationId)
  if (!organisation) throw notFound('organisation')
  const now = services.clock.now()
  const { billingMode, lowThresholdCents, spendingCapCents, ...profilePatch } = patch
  const before = await profileOf(rows, organisation)
  const profile: BillingProfileRow = { ...before, ...profilePatch, updatedAt: now }
  const seller = await sellerOf(rows)
  assertGoTogether(profile, organisation, seller, patch)
  await keepProfile(rows, profile)
  if (lowThresholdCents !== undefined) await setThreshold(rows, organisationId, lowThresholdCents)
  let changed = organisation
  const vatTreatment = treatmentOf(profile, organisation, seller)
  if (billingMode !== undefined) await assertMayTurnTo(rows, organisation, billingMode)
  if (billingMode === 'PREPAID' && organisation.billingMode === 'MONTHLY') {
    await close(organisation, now)
  }
  if (
    vatTreatment !== organisation.vatTreatment ||
    (billingMode ?? organisation.billingMode) !== organisation.billingMode
  ) {
    changed = await patchOrganisation(services, rows, organisation, {
      vatTreatment,
      ...(billingMode === undefined ? {} : { billingMode }),
    })
  }
  if (spendingCapCents !== undefined && spendingCapCents !== organisation.spendingCapCents) {
    changed = await patchOrganisation(services, rows, changed, { spendingCapCents })
    await capChanged(transaction, organisationId, { apiKeyId: null, capCents: spendingCapCents })
  }
  // A MONTHLY organisation needs no funds, so its held items can continue.
  if (billingMode === 'MONTHLY') transaction.work.enqueue(releaseHeldJob(organisationId, now))
  return settingsOf(rows, changed)
}

const acceptedStatuses: readonly ItemStatus[] = [
  'READY',
  'SCHEDULED',
  'IN_PRODUCTION',
  'HANDED_TO_CARRIER',
  'COMPLETED',
  'RETURNED',
  'NOT_SENT',
  'FAILED',
]

/**
 * Throws 409 for a switch to or from OWN_MAIL with accepted live mail, or with money paid or pending. Mail
 * that waits for approval has not touched any money.
 */
const assertMayTurnTo = async (
  rows: Rows,
  { id, billingMode }: OrganisationRow,
  to: BillingMode,
): Promise<void> => {
  if (to === billingMode || (to !== 'OWN_MAIL' && billingMode !== 'OWN_MAIL')) return
  const live = { organisationId: id, mode: 'live' } as const
  const mail = [
    // A job creates their items later.
    ...(await rows.postbatches.find(live, { status: 'APPROVED' }, { limit: 1 })),
    ...(await rows.items.find(live, { status: oneOf(acceptedStatuses) }, { limit: 1 })),
    ...(await rows.items.find(
      live,
      { heldReason: oneOf(['INSUFFICIENT_FUNDS', 'SPENDING_CAP']) },
      { limit: 1 },
    )),
  ]
  const entries = await rows.ledgerEntries.find({ organisationId: id }, {}, { limit: 1 })
  const topUps = await rows.topUps.find({ organisationId: id }, { status: 'REQUESTED' }, { limit: 1 })
  if (topUps.length > 0) {
    throw problem(billingProblems.sentence('invalid_state.open_top_up', { topUp: topUps[0]!.id }))
  }
  if (mail.length === 0 && entries.length === 0) return
  throw problem(billingProblems.sentence('invalid_state.live_mail'))
}

const assertGoTogether = (
  profile: BillingProfileRow,
  organisation: OrganisationRow,
  seller: PricingSeller,
  patch: SettingsPatch & TermsPatch,
): void => {
  if (patch.address) assertAddress(patch.address, 'address')
  const country = billingCountry(profile, organisation)
  const { vatNumber } = profile
  if (vatNumber !== null && !fitsCountry(vatNumber, country)) {
    throw invalid(
      'vatNumber',
      isEuCountry(country)
        ? sentence('invalid_format.vat_number_of_address', { vatNumber, countryId: country })
        : sentence('invalid_format.tax_number', { vatNumber }),
    )
  }
  assertOfSeller(patch.vatTreatment, seller)
  if (profile.vatTreatment === 'EU_REVERSE_CHARGE' && !mayReverse(vatNumber, country, seller)) {
    throw invalid(
      patch.vatTreatment === undefined ? 'vatNumber' : 'vatTreatment',
      sentence('invalid.reverse_charge'),
    )
  }
}

const assertOfSeller = (given: TermsPatch['vatTreatment'], seller: PricingSeller): void => {
  if (given === undefined || given === null) return
  const standard = standardOf(seller)
  const isForeign = standardTreatments.some((each) => each === given && each !== standard)
  if (given !== 'NOT_INVOICED' && !isForeign && standard !== undefined) return
  throw invalid(
    'vatTreatment',
    sentence('invalid.treatment_of_seller', { treatment: given, countryId: seller.country }),
  )
}

const keepProfile = async (
  rows: Pick<WriteContext['rows'], 'billingProfiles'>,
  profile: BillingProfileRow,
): Promise<void> => {
  const { id, organisationId, ...fields } = profile
  if (!(await rows.billingProfiles.update({ organisationId }, id, fields)))
    await rows.billingProfiles.insert(profile)
}

/** Sets the threshold. A balance already below it does not emit `balance.low`, because the user sees it. */
const setThreshold = async (
  rows: Pick<WriteContext['rows'], 'accounts'>,
  organisationId: string,
  lowThresholdCents: number,
): Promise<void> => {
  // Creates an empty account if there is none.
  const account = await rows.accounts.add(emptyAccount(organisationId), {})
  const lowBalanceNotified = availableCents(account) < lowThresholdCents
  await rows.accounts.update({ organisationId }, organisationId, { lowThresholdCents, lowBalanceNotified })
}
