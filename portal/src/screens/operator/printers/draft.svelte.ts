import type { Schemas } from '../../../api/client.ts'

type Printer = Schemas['Printer']
type Settings = Schemas['PrinterSettings']
type Capabilities = Schemas['PrinterCapabilities']
export type Sides = 'simplex' | 'duplex' | 'both' | ''
type Colour = 'yes' | 'no' | ''

/** A printer as edited in the form. Fields of other kinds are kept in case the user switches back. */
export class PrinterDraft {
  key = $state('')
  name = $state('')
  kind = $state<Schemas['PrinterKind']>('IPP')
  folder = $state('')
  host = $state('')
  port = $state('')
  user = $state('')
  path = $state('')
  hostKey = $state('')
  url = $state('')
  media = $state('')
  monochrome = $state(false)
  ca = $state('')
  secret = $state('')
  sides = $state<Sides>('')
  colour = $state<Colour>('')
  maxPages = $state('')
  /** True for the printer of the server's settings, which define its folder. */
  readonly isOwnFolder: boolean
  readonly #maxSheet: Capabilities['maxSheet']

  constructor(printer?: Printer) {
    this.isOwnFolder = printer !== undefined && printer.settings.folder === null
    this.#maxSheet = printer?.capabilities.maxSheet
    if (!printer) return
    const { settings, capabilities } = printer
    this.key = printer.key
    this.name = printer.name
    this.kind = printer.kind
    this.folder = settings.folder ?? ''
    this.host = settings.host ?? ''
    this.port = settings.port === undefined ? '' : String(settings.port)
    this.user = settings.user ?? ''
    this.path = settings.path ?? ''
    this.hostKey = settings.hostKey ?? ''
    this.url = settings.url ?? ''
    this.media = settings.media ?? ''
    this.monochrome = settings.monochrome ?? false
    this.ca = settings.ca ?? ''
    this.sides = sidesOf(capabilities)
    this.colour = colourOf(capabilities)
    this.maxPages = capabilities.maxPages === undefined ? '' : String(capabilities.maxPages)
  }

  get settings(): Settings {
    if (this.isOwnFolder) return { folder: null }
    const { host, user, path, hostKey, url, media, ca } = this
    const byKind: Record<Schemas['PrinterKind'], () => Settings> = {
      FOLDER: () => filled({ folder: this.folder }),
      SFTP: () => ({
        ...filled({ host, user, path, hostKey }),
        ...(this.port ? { port: Number(this.port) } : {}),
      }),
      HTTPS: () => filled({ url, ca }),
      IPP: () => ({ ...filled({ url, media, ca }), ...(this.monochrome ? { monochrome: true } : {}) }),
    }
    return byKind[this.kind]()
  }

  get capabilities(): Capabilities {
    const plex = this.sides === 'both' ? (['simplex', 'duplex'] as const) : this.sides ? [this.sides] : []
    return {
      ...(plex.length > 0 ? { plex: [...plex] } : {}),
      ...(this.colour ? { colour: this.colour === 'yes' } : {}),
      ...(this.maxPages ? { maxPages: Number(this.maxPages) } : {}),
      ...(this.#maxSheet ? { maxSheet: this.#maxSheet } : {}),
    }
  }

  /** An empty field keeps the stored secret. */
  get secretField(): { secret?: string } {
    return this.secret ? { secret: this.secret } : {}
  }

  get created(): Schemas['PrinterCreate'] {
    const { key, name, kind, settings, capabilities, secretField } = this
    return { key: key.trim(), name, kind, settings, capabilities, ...secretField }
  }

  get changes(): Schemas['PrinterUpdate'] {
    const { name, settings, capabilities, secretField } = this
    if (this.isOwnFolder) return { name, capabilities }
    return { name, settings, capabilities, ...secretField }
  }
}

/** Returns the form value of the printable sides; '' if not set. */
export const sidesOf = ({ plex = [] }: Capabilities): Sides => (plex.length > 1 ? 'both' : (plex[0] ?? ''))

/** Returns the form value of colour printing; '' if not set. */
export const colourOf = ({ colour }: Capabilities): Colour =>
  colour === undefined ? '' : colour ? 'yes' : 'no'

/** Returns the fields, trimmed and without empty ones. */
const filled = (fields: Readonly<Record<string, string>>): Settings =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  )
