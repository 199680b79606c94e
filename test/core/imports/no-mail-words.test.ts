import { describe, expect, test } from 'vitest'
import { isDeceasedName, nameRefusesMail } from '../../../src/core/address/no-mail.ts'
import { mailColumnOf, refusesMailIn } from '../../../src/core/features/lists/mapping/no-mail.ts'

describe('a column whose heading is about mail refusal', () => {
  test.each([
    ...[
      'Overlijdensdatum',
      'Datum overlijden',
      'Overlijden',
      'Ovl. datum',
      'datum_overlijden',
      'Date of death',
    ],
    ...['Death date', 'DOD', 'DateOfDeath', 'Deceased on', 'Sterbedatum', 'Todesdatum', 'Todestag'],
    ...['Date de décès', 'Date décès', 'Décès', 'Data di morte', 'Data decesso', 'Fecha de defunción'],
    ...['Fecha fallecimiento', 'Data zgonu', 'Data śmierci', 'Dødsdato', 'Dödsdatum', 'Dödsdag'],
  ])('a death: %s', (column) => {
    const refuses = (value: string) => refusesMailIn(value, mailColumnOf(column))
    expect(['12-03-2024', '2024', 'x', 'ja', 'maart'].map(refuses)).toEqual([true, true, true, true, true])
    expect(['', 'nee', '-', '0', '00-00-0000', '0000-00-00', 'n.v.t.'].map(refuses)).not.toContain(true)
  })

  test.each([
    ...['Post', 'Post gewenst', 'Mag post ontvangen', 'Ontvangt post', 'Mailing', 'Accepts mail', 'Mailings'],
    ...['postGewenst', 'Wants mailings', 'Receive letters', 'Mail allowed', 'Direct mail', 'Aanschrijven'],
    ...[
      'Post erwünscht',
      'Briefe erlaubt',
      'Courrier accepté',
      'Accepte le courrier',
      'Acepta correo postal',
    ],
    ...['Desidera posta', 'Zgoda na pocztę', 'Modtager post', 'Tar emot post', 'Ønsker brev', 'Post opt-in'],
  ])('mail is wanted: %s', (column) => {
    const refuses = (value: string) => refusesMailIn(value, mailColumnOf(column))
    expect(['nee', 'NO', 'false', '0', 'n', 'nein', 'non', 'nie', 'nej', 'nooit'].map(refuses)).not.toContain(
      false,
    )
    expect(['', 'ja', 'yes', 'x', '1', 'PostNL', 'tak', 'sí'].map(refuses)).not.toContain(true)
  })

  test.each([
    ...[
      'Geblokkeerd',
      'Blokkade',
      'Retour',
      'Retourpost',
      'Post retour',
      'Blocked',
      'Mail returned',
      'Gesperrt',
    ],
    ...['Postsperre', 'Bloqué', 'Bloqueado', 'Bloccato', 'Zablokowany', 'Blokeret', 'Spärrad', 'NPAI'],
  ])('the recipient is blocked: %s', (column) => {
    const refuses = (value: string) => refusesMailIn(value, mailColumnOf(column))
    expect(['ja', 'x', '1', 'TRUE', '12-03-2024'].map(refuses)).not.toContain(false)
    expect(['', 'nee', '0', 'false', '-', '00-00-0000'].map(refuses)).not.toContain(true)
  })

  test.each([
    ...[
      'E-mail',
      'Email opt-in',
      'Nieuwsbrief',
      'Postcode',
      'Postadres',
      'Post box',
      'Uitkering bij overlijden',
    ],
    ...[
      'Overlijdensrisicoverzekering',
      'IBAN geblokkeerd',
      'Account blocked',
      'Letter code',
      'Print run',
      'Sterbegeld',
    ],
    ...['Lid sinds', 'Geboortedatum', 'Return date of book', 'Mag gebeld worden'],
  ])('not about mail: %s', (column) => {
    for (const value of ['ja', 'nee', '12-03-2024'])
      expect(refusesMailIn(value, mailColumnOf(column))).toBe(false)
  })
})

describe('a name with a mail refusal', () => {
  test.each([
    ...['Wijlen E. Bakker', 'Feu Jean Dupont', 'Feue Marie Dupont', 'The late John Smith', 'Late John Smith'],
    ...[
      'Eva Bakker RIP',
      'Eva Bakker (R.I.P.)',
      'E. Bakker-zaliger',
      'E. Bakker zaliger',
      'Eva Bakker (+2024)',
    ],
    ...[
      'Eva Bakker + 12-03-2024',
      'Eva Bakker +2024',
      'Bakker +2024',
      'Eva Bakker (+)',
      'Eva Bakker (dood)',
      'Bakker (wijlen)',
      'Hans Müller sel.',
    ],
    ...[
      'fu Mario Rossi',
      'śp. Jan Kowalski',
      'Ś.P. Jan Kowalski',
      'Afdøde Jens Hansen',
      'Anna Svensson (död)',
    ],
    ...['Jean Dupont (mort)', 'Juan Pérez (muerto)', 'Juan Pérez D.E.P.', "John Smith (dec'd)"],
  ])('after a death: %s', (name) => {
    expect(nameRefusesMail(name)).toBe(true)
  })

  test.each([
    ...[
      'E. Bakker (geen post)',
      'E. Bakker - niet aanschrijven',
      'E. Bakker (verhuisd)',
      'E. Bakker geen post',
    ],
    ...[
      'E. Bakker, geen post meer',
      'Bakker [retour]',
      'John Smith (moved away)',
      'John Smith - do not mail',
    ],
    ...[
      'Hans Müller (verzogen)',
      'Hans Müller (keine Post)',
      'Jean Dupont (plus de courrier)',
      'Jean Dupont (NPAI)',
    ],
    ...[
      'Juan Pérez (no enviar)',
      'Mario Rossi (trasferito)',
      'Jens Hansen (flyttet)',
      'E. Bakker (verhuisd in 2024)',
    ],
    ...['Marie Dupont (déménagée)', 'Anna Svensson (är flyttad)', 'E. Bakker (verhuisd per 1-2-2024)'],
  ])('for another reason: %s', (name) => {
    expect([isDeceasedName(name), nameRefusesMail(name)]).toEqual([false, true])
  })

  test.each([
    ...[
      'J. van Wijlen',
      'Wijlen, J. van',
      'Van Wijlen',
      'Jan de Dood',
      'Rip van Winkle',
      'S.P. de Vries',
      'Fu Ying',
    ],
    ...[
      'Karl Weiland',
      'Pierre Feu',
      'Erven van wijlen E. Bakker',
      'Estate of the late John Smith',
      'Mary Late',
    ],
    ...[
      'Robinson',
      'Jan Bakker-de Vries',
      'Bakker (Eva)',
      'Jansen, Piet',
      'Ben + Eva Bakker',
      'Bakker + 2 kinderen',
    ],
    ...['Team 2000+2001', 'Scouting +2000', 'A+2000 BV', 'Studio +1998', 'Jan + 2001', 'Late Night Cafe'],
    ...['Dhr. R.I.P. Bakker', 'Verein 1998+2000'],
    ...['Firma Retour & Zn.', 'Diederik Doodeman', 'Selma Selig', 'Postma', 'Jan Jansen (+31 6 12345678)'],
  ])('not refused: %s', (name) => {
    expect(nameRefusesMail(name)).toBe(false)
  })

  test.each([
    'wijlen',
    'is in maart gestorven',
    'heengegaan',
    'mevr. heengegaan 2024',
    'vorige week ontslapen',
  ])('a refusing remark: %s', (remark) => {
    expect(refusesMailIn(remark, 'remarks')).toBe(true)
    expect(refusesMailIn('weduwe van wijlen J. Bakker', 'remarks')).toBe(false)
  })

  test.each(['är flyttad', 'Déménagée', 'wyprowadziła się', 'se ha mudado'])(
    'a refusing status: %s',
    (status) => {
      expect(refusesMailIn(status, 'states')).toBe(true)
    },
  )
})

describe('a word in a column of remarks or states', () => {
  test.each(['Status', 'Opmerking', 'Opm.', 'Klantstatus', 'Mail status', 'Remarks', 'Bemerkungen'])(
    'means undeliverable in the column %s',
    (column) => {
      const refuses = (value: string) => refusesMailIn(value, mailColumnOf(column))
      const words = ['geblokkeerd', 'Verhuisd', 'vertrokken', 'Retour', 'RIP', 'R.I.P.', 'retour 12-03-2024']
      expect(
        [...words, 'lid sinds 2001, verhuisd', 'Is verhuisd!', 'moved away'].filter((word) => !refuses(word)),
      ).toEqual([])
      expect(['actief', 'retourneert graag', 'vip', 'verhuisbedrijf', '', '12'].filter(refuses)).toEqual([])
    },
  )

  test.each(['Orderstatus', 'Reis', 'Type', 'Betaalstatus', 'Voornaam'])(
    'means nothing in the column %s',
    (column) => {
      expect(
        ['retour', 'geblokkeerd', 'vertrokken'].map((value) => refusesMailIn(value, mailColumnOf(column))),
      ).not.toContain(true)
    },
  )
})
