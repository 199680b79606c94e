/**
 * The public API, over HTTP or in process; the examples use nothing else. Bytes are sent as they are, other bodies as
 * JSON; an answer that is not JSON is returned as text.
 */
export type Api = <T>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<T>

/** An unsuccessful answer. */
export class Refusal extends Error {
  readonly status: number
  readonly body: string

  constructor(request: string, status: number, body: string) {
    super(`${request} answered ${status}: ${body}`)
    this.status = status
    this.body = body
  }
}

/** Polls until the condition holds; throws after a number of minutes, with what it waited for. */
export const waitUntil = async (
  what: string,
  holds: () => Promise<boolean>,
  patienceMinutes = 2,
): Promise<void> => {
  const deadline = Date.now() + patienceMinutes * 60_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Still waiting after ${patienceMinutes} minutes: ${what}`)
    await new Promise((wake) => setTimeout(wake, 100))
  }
}
