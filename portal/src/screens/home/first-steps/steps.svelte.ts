import { answered, api } from '../../../api/client.ts'
import { Resource } from '../../../api/resource.svelte.ts'
import { session } from '../../../api/session.svelte.ts'
import { p } from '../../../shell/routes.ts'
import { printsForCustomers } from './customers.ts'

export type StepName = 'address' | 'payer' | 'customers' | 'catalogue' | 'printer' | 'template'

export interface Step {
  name: StepName
  isDone: boolean
  /** Optional for an organisation that prints its own mail by hand with the initial catalogue. */
  isOptional?: boolean
  href: string
}

export interface Found {
  /** The country where the organisation posts its mail. */
  country: string
  steps: Step[]
}

const hasAddress = async () =>
  (await answered(api.GET('/v1/organisation/return-addresses', limited))).data.length > 0
const hasTemplate = async () =>
  (await answered(api.GET('/v1/templates', limited))).data.some(({ latestVersion }) => latestVersion !== null)

/** True once the initial catalogue, whose zones depend on each organisation's country, was replaced. */
const hasCatalogue = async () =>
  (await answered(api.GET('/v1/platform/catalogue/country-zones'))).data.some(
    ({ archived, ...zones }) => !archived && zones.origin !== 'organisation',
  )

const hasPrinter = async () => {
  const [{ data }, { rules }] = await Promise.all([
    answered(api.GET('/v1/platform/printers')),
    answered(api.GET('/v1/platform/printer-rules')),
  ])
  const ruled = new Set(rules.flatMap(({ printers }) => printers))
  return { isRuled: data.some(({ id }) => ruled.has(id)), isThere: data.some(({ key }) => key !== 'default') }
}

const limited = { params: { query: { limit: 1 } } } as const

const load = async (): Promise<Found> => {
  const [address, seller, catalogue, printer, template] = await Promise.all([
    hasAddress(),
    answered(api.GET('/v1/platform/seller')),
    hasCatalogue(),
    hasPrinter(),
    hasTemplate(),
  ])
  const isOwnMail = session.organisation?.billingMode === 'OWN_MAIL'
  // A print shop's own organisation prints its own mail; its customers have organisations of their own.
  const isShop = printsForCustomers()
  const isOptional = isOwnMail && !isShop
  const ofOwnMail: StepName[] = isShop ? ['customers'] : []
  const payer: StepName[] = isOwnMail ? ofOwnMail : ['payer']
  return {
    country: session.country,
    steps: [
      { name: 'address', isDone: address, href: p('/settings/return-addresses') },
      ...payer.map((name) => ({ name, isDone: seller.isSet, href: p('/operator/instance/seller') })),
      { name: 'catalogue', isDone: catalogue, isOptional, href: p('/operator/catalogue') },
      {
        name: 'printer',
        isDone: printer.isRuled,
        isOptional,
        href: printer.isThere ? p('/operator/printers/rules') : p('/operator/printers/new'),
      },
      { name: 'template', isDone: template, href: p('/templates/new') },
    ],
  }
}

/** Whether the user is an operator and a member, and so sends mail with this server. */
const isTheirs = (): boolean =>
  session.runs('platform.admin') &&
  session.organisation?.isMember === true &&
  ['organisation.read', 'templates.read'].every((permission) => session.can(permission))

/** Storage key of the dismissal, kept in this browser only: other users may still need the steps. */
const keyOf = (): string => `lettershop.first-steps.${session.current?.user.id}.${session.organisation?.id}`

/** Steps before a new server's first live letter, shown until all are done or dismissed. */
export class FirstSteps {
  #isAway = $state(localStorage.getItem(keyOf()) === 'away')
  readonly #found: Resource<Found>

  constructor() {
    this.#found = new Resource(() => (isTheirs() && !this.#isAway ? 'first steps' : undefined), load)
  }

  /** Undefined if there is nothing to show. Loading errors are ignored. */
  get visible(): Found | undefined {
    const found = this.#isAway ? undefined : this.#found.data
    return found?.steps.some(({ isDone, isOptional }) => !isDone && !isOptional) ? found : undefined
  }

  dismiss(): void {
    localStorage.setItem(keyOf(), 'away')
    this.#isAway = true
  }
}
