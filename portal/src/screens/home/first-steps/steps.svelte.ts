import { answered, api } from '../../../api/client.ts'
import { Resource } from '../../../api/resource.svelte.ts'
import { session } from '../../../api/session.svelte.ts'
import { p } from '../../../shell/routes.ts'
import { printsForCustomers } from './customers.ts'

export type StepName = 'address' | 'payer' | 'customers' | 'catalogue' | 'printer' | 'template'

export interface Step {
  name: StepName
  isDone: boolean
  /** A house that prints its own mail can do without it, by hand and with what a new instance begins with. */
  isOptional?: boolean
  href: string
}

interface Found {
  /** Where the organisation posts its mail. */
  country: string
  steps: Step[]
}

const hasAddress = async () =>
  (await answered(api.GET('/v1/organisation/return-addresses', limited))).data.length > 0
const hasTemplate = async () =>
  (await answered(api.GET('/v1/templates', limited))).data.some(({ latestVersion }) => latestVersion !== null)

/** What a new instance begins with counts zones from wherever an organisation is; any other catalogue from a country. */
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

const look = async (): Promise<Found> => {
  const [address, seller, catalogue, printer, template] = await Promise.all([
    hasAddress(),
    answered(api.GET('/v1/platform/seller')),
    hasCatalogue(),
    hasPrinter(),
    hasTemplate(),
  ])
  const isOwnMail = session.organisation?.billingMode === 'OWN_MAIL'
  // A print shop's own organisation prints its own mail, and its customers are others.
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

/** Who sets the server up and makes mail with it; of another organisation an operator sees what is theirs to do. */
const isTheirs = (): boolean =>
  session.runs('platform.admin') &&
  session.organisation?.isMember === true &&
  ['organisation.read', 'templates.read'].every((permission) => session.can(permission))

/** In this browser only: what one person puts away, another may still have to do. */
const keyOf = (): string => `lettershop.first-steps.${session.current?.user.id}.${session.organisation?.id}`

/** What a new server needs before its first real letter, until all of it is done or the person puts it away. */
export class FirstSteps {
  #isAway = $state(localStorage.getItem(keyOf()) === 'away')
  readonly #found: Resource<Found>

  constructor() {
    this.#found = new Resource(() => (isTheirs() && !this.#isAway ? 'first steps' : undefined), look)
  }

  /** Undefined where there is nothing to show. What could not be asked for is nobody's trouble here. */
  get shown(): Found | undefined {
    const found = this.#isAway ? undefined : this.#found.data
    return found?.steps.some(({ isDone, isOptional }) => !isDone && !isOptional) ? found : undefined
  }

  putAway(): void {
    localStorage.setItem(keyOf(), 'away')
    this.#isAway = true
  }
}
