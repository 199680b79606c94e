/**
 * The public API, over HTTP or in process: nothing else of Lettershop is used by the examples. A body of bytes goes as it
 * is, any other as JSON; an answer that is no JSON comes as text.
 */
export type Api = <T>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<T>

/** An answer that is no success. */
export class Refusal extends Error {
  readonly status: number
  readonly body: string

  constructor(request: string, status: number, body: string) {
    super(`${request} answered ${status}: ${body}`)
    this.status = status
    this.body = body
  }
}

/** Asks until it holds; throws after so many minutes, naming what it waited for. */
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
