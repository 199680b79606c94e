import { words } from '../../messages/index.svelte.ts'

/** Texts saying that nothing requires approval, for approver screens. */
export const a = words({
  en: {
    nothingAsks:
      'Items go as they come; to have them wait for approval, switch it on per Postflow, in its settings. Mailings always wait.',
    nothingAsksYou:
      'Mailings always wait for approval. Items go as they come now: whoever may change Postflows can have them wait.',
    toPostflows: 'To the Postflows',
    toSettings: 'To the settings of the Postflow',
  },
  nl: {
    nothingAsks:
      'Poststukken gaan vanzelf door; wil je dat ze op goedkeuring wachten, zet dat dan per Postflow aan, in de instellingen ervan. Mailings wachten altijd.',
    nothingAsksYou:
      'Mailings wachten altijd op goedkeuring. Poststukken gaan nu vanzelf door: wie Postflows mag wijzigen, kan ze laten wachten.',
    toPostflows: 'Naar de Postflows',
    toSettings: 'Naar de instellingen van de Postflow',
  },
})
