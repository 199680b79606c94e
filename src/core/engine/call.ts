import type { CallContext } from './context.ts'
import type { Attempt } from './idempotency/idempotency.ts'
import type { Services } from './services.ts'

/** A call of a `write` that is parsed, authorised and prepared. `Response`: a `CallResponse` (`request.ts`). */
export interface Call<Response, Input = unknown, Prepared = unknown> {
  operationId: string
  context: CallContext
  input: Input
  prepared: Prepared
  attempt: Attempt | undefined
  toResponse(value: unknown): Response
}

// biome-ignore lint/suspicious/noExplicitAny: declarations, which this type is part of, know no types of calls
export type CarryOut = (services: Services, call: Call<any, any, any>) => Promise<any>
