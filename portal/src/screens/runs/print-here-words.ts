import { words } from '../../messages/index.svelte.ts'

type Fold = 'none' | 'half' | 'third'

export const h = words({
  en: {
    title: 'Now you: print, fold, post',
    titleToPrint: 'Print it',
    open: (at: string) => `Its PDF is ready for you to print after ${at}. You can also have it now.`,
    now: 'Print it now',
    making: 'The PDF is being made. It takes a moment.',
    isStopped: 'It is held up. The page of the run says why.',
    toRun: 'To the run',
    testText: 'This is a test: you can look at the PDF, and nothing is posted.',
    elsewhere: 'The printer takes this run by itself. Fold and post what comes out of it, then say so here.',
    ask: 'Somebody who looks after printing has to print and post it.',
    pdf: 'Download for your own printer (PDF)',
    which: 'A print shop gets another file, the ZIP on the page of the run. Do not print that one here.',
    comes: (size: string) => `Downloading … ${size}`,
    saved: 'The PDF is saved.',
    how: 'How to print it',
    scale:
      'Print at 100 % (“actual size”). Do not let the printer fit it to the page, or the address leaves its place.',
    sides: {
      one: 'Print on one side; empty backs are left out.',
      two: 'Print on both sides, turned along the long edge.',
    },
    paper: (gsm: number) => `It is made for paper of ${gsm} g/m².`,
    envelope: (name: string, hasWindow: boolean) =>
      hasWindow
        ? `Use ${name} envelopes with a window. The address must show in it: try one first.`
        : `Use ${name} envelopes.`,
    noEnvelope: 'It goes without an envelope.',
    folds: {
      none: 'Do not fold it.',
      half: 'Fold it once across, with the address outside.',
      third: 'Fold it twice across, with the address outside.',
    } as Record<Fold, string>,
    stamp: 'Put a stamp on each piece, and take them all to the post.',
    posted: 'I have posted it',
    postedAsk: (pieces: string) =>
      `${pieces === '1' ? 'The piece counts' : `All ${pieces} pieces count`} as posted from now on. If one was spoiled, say so first on the page of the run.`,
    postedSaid: 'Noted: it is posted.',
  },
  nl: {
    title: 'Nu jij: drukken, vouwen, posten',
    titleToPrint: 'Afdrukken',
    open: (at) => `De PDF staat na ${at} klaar om te drukken. Je kunt hem ook nu al krijgen.`,
    now: 'Nu drukken',
    making: 'De PDF wordt gemaakt. Dat duurt even.',
    isStopped: 'Het staat stil. Op de pagina van de drukgang staat waarom.',
    toRun: 'Naar de drukgang',
    testText: 'Dit is een test: je kunt de PDF bekijken, en er wordt niets gepost.',
    elsewhere: 'De printer neemt deze drukgang vanzelf. Vouw en post wat eruit komt, en meld het dan hier.',
    ask: 'Iemand die over het drukken gaat, moet het drukken en posten.',
    pdf: 'Downloaden voor je eigen printer (PDF)',
    which:
      'Een drukker krijgt een ander bestand, de ZIP op de pagina van de drukgang. Druk dat niet hier af.',
    comes: (size) => `Wordt gedownload … ${size}`,
    saved: 'De PDF is bewaard.',
    how: 'Zo druk je het',
    scale:
      'Druk op 100 % (“werkelijke grootte”). Laat de printer het niet passend maken, anders verschuift het adres.',
    sides: {
      one: 'Druk op één kant; lege achterkanten zijn weggelaten.',
      two: 'Druk op beide kanten, gedraaid over de lange zijde.',
    },
    paper: (gsm) => `Het is gemaakt voor papier van ${gsm} g/m².`,
    envelope: (name, hasWindow) =>
      hasWindow
        ? `Gebruik ${name}-enveloppen met venster. Het adres moet erin te zien zijn: probeer er eerst één.`
        : `Gebruik ${name}-enveloppen.`,
    noEnvelope: 'Het gaat zonder envelop.',
    folds: {
      none: 'Niet vouwen.',
      half: 'Vouw het één keer dwars, met het adres naar buiten.',
      third: 'Vouw het twee keer dwars, met het adres naar buiten.',
    },
    stamp: 'Plak op elk stuk een postzegel, en breng ze allemaal naar de post.',
    posted: 'Ik heb het gepost',
    postedAsk: (pieces) =>
      `${pieces === '1' ? 'Het stuk geldt' : `Alle ${pieces} stukken gelden`} vanaf nu als gepost. Is er een mislukt? Meld dat dan eerst op de pagina van de drukgang.`,
    postedSaid: 'Genoteerd: het is gepost.',
  },
})
