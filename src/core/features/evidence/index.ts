import { getItemDocument } from './operations/items.document.ts'
import { getItemEvidence } from './operations/items.evidence.ts'

export const evidenceOperations = [getItemDocument, getItemEvidence]
