import { ApiProblem, newIntention } from './client.ts'

/** Keeps a request's idempotency key until an answer other than 5xx, so that a retry has no second effect. */
export class Intention {
  #key = newIntention()
  #sent = ''

  /** Returns the `Idempotency-Key` for this body. A changed body gets a new key. */
  keyOf(body: unknown): string {
    const sent = JSON.stringify(body)
    if (this.#sent !== '' && this.#sent !== sent) this.#key = newIntention()
    this.#sent = sent
    return this.#key
  }

  /** Call after an answer: the next request gets a new key. */
  done(): void {
    this.#key = newIntention()
    this.#sent = ''
  }

  /** Sends the body. A success or 4xx ends the key; a 5xx or no answer keeps it for a retry. */
  async send<T>(body: unknown, request: (header: { 'Idempotency-Key': string }) => Promise<T>): Promise<T> {
    try {
      const answer = await request({ 'Idempotency-Key': this.keyOf(body) })
      this.done()
      return answer
    } catch (error) {
      if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) this.done()
      throw error
    }
  }
}
