import type { TemplateDocument } from '../../../src/core/template/document.ts'
import { session } from '../api/session.svelte.ts'

/** A draft that could not be saved. */
export interface KeptDraft {
  /** The revision that it was made of. */
  revision: number
  document: TemplateDocument
}

/** Another person who signs in at this tab does not find it. */
const keyOf = (userId: string, templateId: string): string => `lettershop.draft.${userId}.${templateId}`

/**
 * Keeps what is not saved in this tab: it survives another page and a reload, and ends with the tab. Nothing is
 * kept of a person who has signed out.
 */
export const keepDraft = (userId: string, templateId: string, kept: KeptDraft): void => {
  if (session.current?.user.id !== userId) return
  try {
    sessionStorage.setItem(keyOf(userId, templateId), JSON.stringify(kept))
  } catch {
    // The browser gives no room; then only the page itself has it.
  }
}

export const forgetDraft = (userId: string, templateId: string): void =>
  sessionStorage.removeItem(keyOf(userId, templateId))

export const keptDraft = (userId: string, templateId: string): KeptDraft | undefined => {
  const kept = sessionStorage.getItem(keyOf(userId, templateId))
  return kept === null ? undefined : JSON.parse(kept)
}
