import { count, words } from '../../../messages/index.svelte.ts'
import type { Kind, Refusal } from './files.ts'

const en = {
  tabs: { FONT: 'Fallback fonts', ICC_PROFILE: 'Output profiles' } satisfies Record<Kind, string>,
  one: { FONT: 'Fallback font', ICC_PROFILE: 'Output profile' } satisfies Record<Kind, string>,
  text: {
    FONT: 'A character that the font of a design lacks is looked for in the fonts of the program, and then in those that were added, from the top. Names in scripts that none of them holds cannot be printed.',
    ICC_PROFILE:
      'A profile says how a press prints on a paper. Each paper of the catalogue names one, and what is printed on it says so in its PDF.',
  } satisfies Record<Kind, string>,
  own: 'Added to this server',
  program: 'With the program',
  none: { FONT: 'No fonts added yet', ICC_PROFILE: 'No profiles added yet' } satisfies Record<Kind, string>,
  noneText: {
    FONT: 'Latin, Greek, Cyrillic, Devanagari, Hebrew and Arabic are there. For Chinese, Japanese, Thai and others add a font that holds them, such as those of Noto.',
    ICC_PROFILE: 'Add the profiles that your press or its maker gave you for its papers.',
  } satisfies Record<Kind, string>,
  name: 'Name',
  scripts: 'Writes',
  unknownScripts: 'not known',
  use: 'What it is for',
  purposes: {
    FOGRA29: 'Offset on uncoated paper',
    FOGRA39: 'Offset on coated paper',
    GRACoL2006: 'Offset on coated paper, in the United States',
    sRGB: 'Pictures of cameras and screens. No press prints by it.',
  } as Readonly<Record<string, string>>,
  ofPapers: 'Papers',
  noPapers: 'none',
  id: 'Id',
  size: 'Size',
  licence: 'Licence',
  unknownLicence: 'not said',
  download: 'Download',
  add: 'Add files',
  drop: 'Drop fonts here (TTF, OTF, TTC, WOFF, WOFF2, up to 32 MB), and ICC profiles of presses in CMYK (up to 8 MB).',
  choose: 'Choose files',
  dropHere: 'Drop fonts and profiles here',
  refused: (name: string) => `${name} cannot be used`,
  refusals: {
    empty: 'The file is empty.',
    notForPress: 'It is a profile of a screen, a camera or a scanner. Bring that of a press, in CMYK.',
    fontTooLarge: 'A font may have 32 MB.',
    profileTooLarge: 'A profile may have 8 MB.',
    unknown: 'It is neither a font (TTF, OTF) nor a colour profile (ICC).',
  } satisfies Record<Refusal, string>,
  taken: { FONT: 'as a fallback font', ICC_PROFILE: 'as an output profile' } satisfies Record<Kind, string>,
  idHint: {
    FONT: 'Its name for programs: letters, digits, - and _. It cannot be changed later.',
    ICC_PROFILE:
      'What papers and PDFs call it, such as FOGRA51: letters, digits, - and _. It cannot be changed later.',
  } satisfies Record<Kind, string>,
  licenceHint: 'As you know it, such as OFL-1.1. Optional.',
  addOne: 'Add',
  leave: 'Do not add',
  dismiss: 'Dismiss',
  sending: (name: string) => `${name} is being sent and looked at`,
  added: (name: string) => `${name} is there.`,
  remove: 'Remove …',
  removeNow: 'Remove',
  removeText: {
    FONT: 'Pieces that are printed from now on lack the characters that only this font holds, and names with them need attention. What was printed stays as it is.',
    ICC_PROFILE: 'No paper can name it any more. One that pieces were printed with stays.',
  } satisfies Record<Kind, string>,
  removed: (name: string) => `${name} is removed.`,
  inUse: (papers: number) =>
    papers === 1
      ? 'A paper is printed with it, so it cannot be removed.'
      : `${count(papers)} papers are printed with it, so it cannot be removed.`,
  ofProgram: 'It comes with the program and stays.',
}

export const w = words({
  en,
  nl: {
    tabs: { FONT: 'Vervangende lettertypen', ICC_PROFILE: 'Uitvoerprofielen' },
    one: { FONT: 'Vervangend lettertype', ICC_PROFILE: 'Uitvoerprofiel' },
    text: {
      FONT: 'Een teken dat het lettertype van een ontwerp niet heeft, wordt gezocht in de lettertypen van het programma en daarna in de toegevoegde, van boven af. Namen in een schrift dat geen ervan heeft, zijn niet te drukken.',
      ICC_PROFILE:
        'Een profiel zegt hoe een pers op een papier drukt. Elk papier in de catalogus noemt er een, en wat erop wordt gedrukt zegt dat in de pdf.',
    },
    own: 'Toegevoegd aan deze server',
    program: 'Bij het programma',
    none: { FONT: 'Nog geen lettertypen toegevoegd', ICC_PROFILE: 'Nog geen profielen toegevoegd' },
    noneText: {
      FONT: 'Latijns, Grieks, Cyrillisch, Devanagari, Hebreeuws en Arabisch zijn er. Voeg voor Chinees, Japans, Thai en andere een lettertype toe dat ze heeft, bijvoorbeeld een van Noto.',
      ICC_PROFILE:
        'Voeg de profielen toe die de drukker of de maker van de pers voor de papiersoorten geeft.',
    },
    name: 'Naam',
    scripts: 'Schrijft',
    unknownScripts: 'niet bekend',
    use: 'Waarvoor',
    purposes: {
      FOGRA29: 'Offset op ongestreken papier',
      FOGRA39: 'Offset op gestreken papier',
      GRACoL2006: 'Offset op gestreken papier, in de Verenigde Staten',
      sRGB: 'Beelden van camera’s en schermen. Geen pers drukt ermee.',
    },
    ofPapers: 'Papier',
    noPapers: 'geen',
    id: 'Id',
    size: 'Grootte',
    licence: 'Licentie',
    unknownLicence: 'niet gezegd',
    download: 'Downloaden',
    add: 'Bestanden toevoegen',
    drop: 'Laat hier lettertypen vallen (TTF, OTF, TTC, WOFF, WOFF2, tot 32 MB), en ICC-profielen van drukpersen in CMYK (tot 8 MB).',
    choose: 'Bestanden kiezen',
    dropHere: 'Laat hier lettertypen en profielen vallen',
    refused: (name) => `${name} is niet bruikbaar`,
    refusals: {
      empty: 'Het bestand is leeg.',
      notForPress:
        'Dit is een profiel van een scherm, camera of scanner. Breng dat van een drukpers, in CMYK.',
      fontTooLarge: 'Een lettertype mag 32 MB groot zijn.',
      profileTooLarge: 'Een profiel mag 8 MB groot zijn.',
      unknown: 'Dit is geen lettertype (TTF, OTF) en geen kleurprofiel (ICC).',
    },
    taken: { FONT: 'als vervangend lettertype', ICC_PROFILE: 'als uitvoerprofiel' },
    idHint: {
      FONT: 'De naam voor programma’s: letters, cijfers, - en _. Later niet te wijzigen.',
      ICC_PROFILE:
        'Hoe papier en pdf’s het noemen, zoals FOGRA51: letters, cijfers, - en _. Later niet te wijzigen.',
    },
    licenceHint: 'Voor zover bekend, zoals OFL-1.1. Mag leeg blijven.',
    addOne: 'Toevoegen',
    leave: 'Niet toevoegen',
    dismiss: 'Wegdoen',
    sending: (name) => `${name} wordt verstuurd en bekeken`,
    added: (name) => `${name} staat erop.`,
    remove: 'Verwijderen …',
    removeNow: 'Verwijderen',
    removeText: {
      FONT: 'Wat vanaf nu wordt gedrukt, mist de tekens die alleen dit lettertype heeft, en namen ermee vragen aandacht. Wat gedrukt is, blijft zoals het is.',
      ICC_PROFILE: 'Geen papier kan het nog noemen. Een profiel waarmee stukken zijn gedrukt, blijft.',
    },
    removed: (name) => `${name} is verwijderd.`,
    inUse: (papers) =>
      papers === 1
        ? 'Eén papier wordt ermee gedrukt, dus het kan niet weg.'
        : `${count(papers)} papiersoorten worden ermee gedrukt, dus het kan niet weg.`,
    ofProgram: 'Het hoort bij het programma en blijft.',
  },
})
