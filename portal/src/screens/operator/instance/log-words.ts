import { words } from '../../../messages/index.svelte.ts'

export const w = words({
  en: {
    emptyText:
      'What happens to accounts, holds, jobs and backups stands here, and what was tried at the door. What is about one organisation stands in its own log.',
  },
  nl: {
    emptyText:
      'Hier staat wat er gebeurt met accounts, stilleggingen, taken en back-ups, en wat er aan de deur is geprobeerd. Wat over één organisatie gaat, staat in haar eigen log.',
  },
})
