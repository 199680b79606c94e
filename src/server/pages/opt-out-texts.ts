/** Texts of the opt-out page. `{sender}` is replaced by the sender's name. */
export interface OptOutTexts {
  /** The language's own name. */
  language: string
  title: string
  intro: string
  legend: string
  address: string
  person: string
  button: string
  doneTitle: string
  done: string
  donePerson: string
  later: string
  goneTitle: string
  gone: string
  /** Also shown for scanned codes that do not exist. */
  unknownTitle: string
  unknown: string
  /** Also shown if the visitor is rate-limited. */
  busyTitle: string
  busy: string
}

export const optOutTexts: Readonly<Record<'en' | 'nl' | 'de' | 'fr', OptOutTexts>> = {
  en: {
    language: 'English',
    title: 'No more mail from {sender}',
    intro:
      'You received a piece of mail from {sender}. Here you can ask the sender to stop sending you mail.',
    legend: 'Who should get no more mail?',
    address: 'Everyone at the address on the piece',
    person: 'Only the person named on the piece',
    button: 'Send no more mail',
    doneTitle: 'You are on the list',
    done: '{sender} will send no more mail to this address.',
    donePerson: '{sender} will send no more mail to the person named on the piece.',
    later: 'Mail that is already at the printer may still arrive.',
    goneTitle: 'The address was already deleted',
    gone: '{sender} no longer keeps the address of this piece, so it cannot be put on a list here. If you receive more mail, use the code on that piece or contact the sender.',
    unknownTitle: 'This code is unknown',
    unknown: 'It may have been mistyped. Compare it with the one on your piece of mail.',
    busyTitle: 'Please wait a moment',
    busy: 'There are too many requests at the moment. Please try again in a minute.',
  },
  nl: {
    language: 'Nederlands',
    title: 'Geen post meer van {sender}',
    intro: 'U heeft een poststuk van {sender}. Hier kunt u vragen niets meer te sturen.',
    legend: 'Wie wil geen post meer ontvangen?',
    address: 'Iedereen op het adres van het poststuk',
    person: 'Alleen de persoon die op het poststuk staat',
    button: 'Stuur geen post meer',
    doneTitle: 'U staat op de lijst',
    done: '{sender} stuurt geen post meer naar dit adres.',
    donePerson: '{sender} stuurt geen post meer aan de persoon die op het poststuk staat.',
    later: 'Wat al bij de drukker ligt, kan nog aankomen.',
    goneTitle: 'Het adres is al weg',
    gone: '{sender} bewaart het adres van dit poststuk niet meer, dus het kan hier niet op een lijst worden gezet. Komt er toch nog post, gebruik dan de code op dat poststuk of schrijf de afzender.',
    unknownTitle: 'Deze code leidt nergens heen',
    unknown: 'Misschien is er een typefout gemaakt. Vergelijk de code met die op uw poststuk.',
    busyTitle: 'Een ogenblik geduld',
    busy: 'Er komt nu te veel tegelijk binnen. Probeer het over een minuut opnieuw.',
  },
  de: {
    language: 'Deutsch',
    title: 'Keine Post mehr von {sender}',
    intro: 'Sie haben eine Sendung von {sender}. Hier können Sie verlangen, dass keine weitere kommt.',
    legend: 'Wer soll keine Post mehr bekommen?',
    address: 'Alle an der Anschrift auf der Sendung',
    person: 'Nur die Person, die auf der Sendung steht',
    button: 'Keine Post mehr senden',
    doneTitle: 'Sie stehen auf der Liste',
    done: '{sender} sendet keine Post mehr an diese Anschrift.',
    donePerson: '{sender} sendet keine Post mehr an die Person, die auf der Sendung steht.',
    later: 'Was schon in der Druckerei liegt, kann noch ankommen.',
    goneTitle: 'Die Anschrift ist bereits gelöscht',
    gone: '{sender} hat die Anschrift dieser Sendung nicht mehr gespeichert; sie kann hier nicht auf eine Liste gesetzt werden. Kommt doch noch Post, nehmen Sie den Code auf jener Sendung oder schreiben Sie dem Absender.',
    unknownTitle: 'Dieser Code führt nirgendwohin',
    unknown: 'Vielleicht ist er falsch abgetippt. Vergleichen Sie ihn mit dem auf Ihrer Sendung.',
    busyTitle: 'Einen Moment bitte',
    busy: 'Im Augenblick kommt zu viel auf einmal. Bitte versuchen Sie es in einer Minute noch einmal.',
  },
  fr: {
    language: 'Français',
    title: 'Plus de courrier de {sender}',
    intro: 'Vous avez reçu un courrier de {sender}. Vous pouvez demander ici de ne plus en recevoir.',
    legend: 'Qui ne doit plus recevoir de courrier ?',
    address: 'Toutes les personnes à l’adresse du courrier',
    person: 'Seulement la personne nommée sur le courrier',
    button: 'Ne plus envoyer de courrier',
    doneTitle: 'Vous êtes sur la liste',
    done: '{sender} n’enverra plus de courrier à cette adresse.',
    donePerson: '{sender} n’enverra plus de courrier à la personne nommée sur le courrier.',
    later: 'Ce qui est déjà à l’impression peut encore arriver.',
    goneTitle: 'L’adresse est déjà effacée',
    gone: '{sender} ne conserve plus l’adresse de ce courrier ; elle ne peut pas être mise sur une liste ici. Si du courrier arrive encore, utilisez le code qu’il porte ou écrivez à l’expéditeur.',
    unknownTitle: 'Ce code ne mène nulle part',
    unknown: 'Il a peut-être été mal recopié. Comparez-le avec celui de votre courrier.',
    busyTitle: 'Un instant, s’il vous plaît',
    busy: 'Trop de demandes arrivent en ce moment. Réessayez dans une minute.',
  },
}

export type OptOutLanguage = keyof typeof optOutTexts

/** Returns the language requested in the URL, else the best match of `Accept-Language`, else English. */
export const languageOf = (requested: string | null, accepted: string | null): OptOutLanguage => {
  if (isLanguage(requested)) return requested
  const wanted = (accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1]).find(Boolean)
      return { language: tag.split('-')[0]!, weight: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wanted.map(({ language }) => language).find(isLanguage) ?? 'en'
}

const isLanguage = (text: string | null): text is OptOutLanguage =>
  text !== null && Object.hasOwn(optOutTexts, text)
