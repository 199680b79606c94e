import { connected } from './connected.ts'
import { isPassing } from './errors.ts'

/** Key of the advisory lock: while one process opens an instance, the others wait. Migrations have another. */
const LOCK = 7_473_552_013

/** The patience of a process that waits for its turn; opening takes a second or two, and a migration longer. */
const patienceMs = 10 * 60_000

/**
 * Does this while no other process of the database does it, on whichever machine. Throws the driver's error
 * where the database cannot be reached. A process that is killed gives its turn back with its connection, whose
 * process id in the database the body is given. So does one that loses the connection, which `assertTurn` tells
 * a body that takes long.
 */
export const inTurnOnDatabase = async <T>(
  url: string,
  body: (turn: number, assertTurn: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  let isOurs = false
  try {
    return await connected(url, async (client) => {
      const { rows } = await client.query('select pg_backend_pid() as pid')
      await client.query(`set lock_timeout = ${patienceMs}`)
      await client.query('select pg_advisory_lock($1)', [LOCK])
      isOurs = true
      return body((rows[0] as { pid: number }).pid, async () => void (await client.query('select 1')))
    })
  } catch (error) {
    throw isOurs ? error : new NoTurn(error)
  }
}

/** The database gave no turn; `cause` is the driver's error. */
export class NoTurn extends Error {
  /** The turn of another took longer than the patience of this process. */
  readonly isTaken: boolean

  constructor(cause: unknown) {
    super('The database gave no turn.', { cause })
    this.isTaken = isPassing(cause)
  }
}
