import type { Schemas } from '../../../api/client.ts'

type CarrierCode = Schemas['CarrierReturnCodes']['codes'][number]
let drafts = 0

/** A carrier's code as edited in the form. */
export class CodeDraft {
  readonly id = ++drafts
  carrier = $state('')
  code = $state('')
  reason = $state<CarrierCode['reason']>('UNKNOWN')
  meaning = $state('')
  source = $state('')
  verified = $state(false)

  constructor(initial: Partial<CarrierCode> = {}) {
    this.carrier = initial.carrier ?? ''
    this.code = initial.code ?? ''
    this.reason = initial.reason ?? 'UNKNOWN'
    this.meaning = initial.meaning ?? ''
    this.source = initial.source ?? ''
    this.verified = initial.verified ?? false
  }

  get entry(): CarrierCode {
    const { carrier, code, reason, meaning, verified } = this
    return { carrier, code, reason, meaning, source: this.source.trim() || null, verified }
  }
}
