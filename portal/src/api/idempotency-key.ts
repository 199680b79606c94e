import { ApiProblem, newIntention } from './client.ts'

/**
 * What a person is about to send, under one name until the server has answered: where no answer came, sending
 * the same again has one effect.
 */
export class Intention {
  #key = newIntention()
  #sent = ''

  /** The `Idempotency-Key` of this body. What was changed since is another intention. */
  keyOf(body: unknown): string {
    const sent = JSON.stringify(body)
    if (this.#sent !== '' && this.#sent !== sent) this.#key = newIntention()
    this.#sent = sent
    return this.#key
  }

  /** The server has answered: what is sent next is meant anew. */
  done(): void {
    this.#key = newIntention()
    this.#sent = ''
  }

  /** Sends this body. An answer ends the intention, a refusal too; where none came, it stays as it is. */
  async send<T>(body: unknown, ask: (header: { 'Idempotency-Key': string }) => Promise<T>): Promise<T> {
    try {
      const answer = await ask({ 'Idempotency-Key': this.keyOf(body) })
      this.done()
      return answer
    } catch (error) {
      if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) this.done()
      throw error
    }
  }
}
