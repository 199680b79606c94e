import type { TemplateDocument } from '#lettershop/template'
import { session } from '../api/session.svelte.ts'

export interface StoredDraft {
  /** The revision that it is based on. */
  revision: number
  document: TemplateDocument
}

/** Includes the user in the key, so that another user of this tab doesn't find the draft. */
const keyOf = (userId: string, templateId: string): string => `lettershop.draft.${userId}.${templateId}`

/** Keeps an unsaved draft in the tab over navigation and reloads, until sign-out or the tab closes. */
export const storeDraft = (userId: string, templateId: string, stored: StoredDraft): void => {
  if (session.current?.user.id !== userId) return
  try {
    sessionStorage.setItem(keyOf(userId, templateId), JSON.stringify(stored))
  } catch {
    // Storage is full; the draft then exists only in the page.
  }
}

export const forgetDraft = (userId: string, templateId: string): void =>
  sessionStorage.removeItem(keyOf(userId, templateId))

export const storedDraft = (userId: string, templateId: string): StoredDraft | undefined => {
  const stored = sessionStorage.getItem(keyOf(userId, templateId))
  return stored === null ? undefined : JSON.parse(stored)
}
