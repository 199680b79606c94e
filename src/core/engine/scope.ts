import type { Mode } from '../kernel/mode.ts'

/** Who calls, as the pipeline found out. */
export interface Caller {
  kind: 'key' | 'user' | 'operator' | 'connector'
  /** Id of the key or the user, `operator` for the command line. */
  id: string
  /** How people know it: a key's name, a user's e-mail address. */
  name: string
  scopes: readonly string[]
  /** Of a key: the first one of its rotations. What one of them was answered, the next may repeat. */
  lineId?: string
}

/** The rows that a call may see: always one organisation in one mode. */
export interface ModeScope {
  organisationId: string
  mode: Mode
}

/** What a request tells of the program or browser that sent it. */
export interface Client {
  /** Its network address; empty in-process. */
  address: string
  userAgent: string
  /** The portal session that its cookie names, valid or not. */
  sessionToken?: string | undefined
  /** A browser that somebody has signed in with before, see `features/people/guessing.ts`. */
  deviceToken?: string | undefined
  /**
   * What speaks for a page of ours having sent it: `cross-site` where the browser says that another site did, `unproven`
   * where nothing but a cookie vouches for it (decision 60).
   */
  origin: 'own' | 'cross-site' | 'unproven'
}

/** A program in this process. */
export const noClient: Client = { address: '', userAgent: '', origin: 'unproven' }

/** A session that an answer begins or ends: at the edge it becomes cookies. */
export interface SessionChange {
  /** null ends it. */
  sessionToken: string | null
  maxAgeSeconds: number
  deviceToken?: string | undefined
}
