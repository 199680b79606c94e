/** Dutch messages about requests that a rule forbids. */
export const refusalsNl: Readonly<Record<string, string>> = {
  'expired.link': 'Deze link werkt niet meer. Vraag een nieuwe aan.',
  'required.organisation_or_operator': 'Kies een organisatie, of maak de gebruiker beheerder.',
  'required.own_password':
    'Hierdoor gaat echte post of een bewaard geheim ergens anders heen. Bevestig het met je wachtwoord.',
  'wrong.password': 'Dit is niet je huidige wachtwoord.',
  'wrong.authenticator': 'Dit is niet de code die je authenticator-app nu toont.',
  'taken.member': '{email} is al lid.',
  too_easy: 'Kies een wachtwoord waar het e-mailadres niet in staat.',
  too_common:
    'Dit wachtwoord wordt als eerste geprobeerd, of is er nauwelijks meer dan. Neem enkele woorden die niets met elkaar te maken hebben.',
  'past.send_on': 'De verzenddag ligt in het verleden; vandaag is het {today}.',
  'too_far.send_on': 'De verzenddag ligt hoogstens {limit} dagen vooruit.',
  'invalid_value.not_rejected': 'Dat poststuk is niet afgekeurd (nu: {status}): er valt niets te verbeteren.',
  'invalid_value.erased_rejected':
    'De ontvanger van dat poststuk is gewist: maak een poststuk dat er geen kopie van is.',
  'conflict.corrected': 'Van dat poststuk is er al een verbeterde kopie: {item}.',
  'limit_reached.billing_groups':
    'Een organisatie heeft hoogstens {limit} kostenplaatsen: neem er een die er al is.',
  'not_allowed.test_cap':
    'Testpost kost niets: alleen een sleutel voor echte post kan een bestedingslimiet hebben.',
  'max_entries.corrections':
    'Hoogstens {limit} verbeteringen kunnen tegelijk wachten: wacht tot ze zijn doorgevoerd.',
  'max_entries.metadata': 'De metadata hebben hoogstens {limit} regels.',
  'not_allowed.send_on': 'Een mailing gaat in één keer weg: wijzig de verzenddag van de mailing.',
  'unpublished.template': 'Van het sjabloon is nog geen versie gepubliceerd.',
  'archived.template': 'Het sjabloon is gearchiveerd en kan niet meer worden gekozen.',
  'other_product.version': 'De versie is voor een ander product dan deze Postflow drukt.',
  'too_much.credit': 'Van deze factuur kan nog EUR {amount} worden gecrediteerd.',
  'too_much.balance': 'Een saldo is hoogstens EUR {amount}.',
  'out_of_range.paid_at': 'Een betaling kan niet in de toekomst liggen.',
  'out_of_range.month': '{month} is nog niet voorbij.',
  'invalid_format.vat_number': '{vatNumber} is geen btw-nummer van {countryId}.',
  'invalid.credited': 'Deze regels zijn samen geen bedrag dat gecrediteerd kan worden.',
  'taken.folder': 'Er is al een map met deze naam.',
  'invalid.locale': 'De taal van een document is zijn eigen locale.',
  'invalid.two_beginnings': 'Een sjabloon begint met een document of met een pdf, niet met allebei.',
  'too_many_cells.row':
    'De rij heeft {cells} cellen en de kop {columns}. Staat er een scheidingsteken in een tekst, zet die tekst dan tussen aanhalingstekens; laat voorbij de laatste kolom niets staan.',
  'invalid.lines':
    'De tekst heeft {lines} regels. In een csv maakt een aanhalingsteken dat niet wordt gesloten van meerdere rijen één: sluit het, of haal het weg.',
  'wrong_kind.list': '{id} is een {kindName}; een lijst is een csv of een Excel-werkmap (.xlsx).',
  'required.encoding':
    'Meerdere coderingen lezen dit bestand, met andere letters. Kies er een, bijvoorbeeld: {encodings}.',
  unknown_heading_row:
    'Rij {row} is leeg, of staat niet bij de eerste rijen. Kies een rij met namen van kolommen.',
  'invalid_character.lost':
    'Het teken � staat voor een letter die verloren ging voordat het bestand werd bewaard. Vul de letter in.',
  'invalid_character.control': 'De tekst bevat het stuurteken {character}. Haal het weg.',
  'invalid_character.twice': 'De letters {text} komen uit tekst die twee keer is gecodeerd.{meant}',
  'encoding.likely':
    'Het bestand zegt niet welke codering het heeft. De letters passen het best bij {encoding}. Kies een andere als deze rijen niet kloppen.',
  'encoding.unsure':
    'Het bestand zegt niet welke codering het heeft, en er passen er meer. Kies de codering waarin deze rijen kloppen. Klopt er geen, bewaar de lijst dan als CSV UTF-8 of XLSX en upload haar opnieuw.',
  cell_formats:
    'Deze werkmap is geüpload naar een eerdere versie, die getallen en datums zonder hun opmaak bewaarde: voor € 12,50 wordt 12.5 gedrukt. Upload haar opnieuw om te drukken wat de cellen tonen.',
  'heading_row.above':
    'Rij {row} is de kop. De rijen erboven worden niet ingelezen. Kies een andere rij als dat niet klopt.',
  'heading_row.several':
    'De rijen {row} tot en met {last} lijken koppen en worden niet ingelezen. In welke rij staan de namen van de kolommen?',
  'heading_row.guess':
    'Rij {row} heeft geen bekende kolomnaam. Staan daar de namen van de kolommen, of is het een ontvanger?',
  sheet: 'Het werkblad {sheet} wordt gelezen. De werkmap heeft er meer.',
  'required.hidden_sheet':
    'Alle werkbladen met rijen zijn verborgen. Noem in `sheet` het blad dat gelezen moet worden: {sheets}.',
  unknown_sheet: 'Zo heet geen werkblad; deze zijn er: {sheets}.',
  'required.answer':
    '{question} Beantwoord dit in answers, bijvoorbeeld met {answer}. De keuzes zijn {choices}. Een eigen mapping beantwoordt het ook.',
  unknown_question: 'Geen lijst stelt de vraag {code}.',
  too_many_columns:
    'De antwoorden voegen meer dan {limit} kolommen samen in {field}: {columns}. Laat er enkele weg.',
  unknown_choice: '{choice} is bij deze vraag geen keuze. De keuzes zijn {choices}.',
  'unused_column.name':
    'De kolom {column} lijkt een deel van de naam en wordt niet gebruikt. Neem hem op, of laat hem weg.',
  'unused_column.address':
    'De kolom {column} lijkt een deel van het adres en wordt niet gebruikt. Neem hem op, of laat hem weg.',
  unused_columns:
    'Nog {count} kolommen lijken een deel van de naam of het adres en worden niet gebruikt, zoals {columns}. Laat ze weg, of gebruik ze in een mapping.',
  several_addresses:
    'De lijst heeft meer dan één adres van elke ontvanger ({addressKinds}). Welk wordt gedrukt? Het voorstel neemt het eerste.',
  'unit_word.column':
    'De kolom {column} heeft alleen nummers, zoals “{value}”. Ze worden met het woord gedrukt: “{printed}”. Kies alleen het nummer als dat fout is.',
  'placeholder.column':
    'De kolom {column} heeft waarden die voor een ontbrekende staan, zoals “{value}”. Wat gebeurt daarmee?',
  'placeholder.value':
    '“{value}” staat voor een ontbrekende waarde. Verbeter het, of bevestig dat het zo gedrukt wordt.',
  'form_of_address.column':
    'De kolom {column} heeft aanspreekvormen zoals “{value}”, en de brief zou daar alleen mee beginnen. Wat gebeurt met deze rijen?',
  'form_of_address.value':
    '“{value}” is alleen een aanspreekvorm, en de brief begint ermee. Schrijf de hele aanhef, of bevestig dat het zo gedrukt wordt.',
  left_out: 'Met de hand weggelaten.',
  'surname_alone.column':
    'Sommige ontvangers hebben een achternaam zonder voornaam. Met de kolom {column} ervoor staat er op de envelop bijvoorbeeld “{value}”. Wat wordt er gedrukt?',
  'surname_alone.value':
    'Op de envelop zou alleen de achternaam staan. Met de aanspreekvorm is het “{value}”. Druk de aanspreekvorm mee, druk alleen de achternaam, of schrijf de naam zoals hij gedrukt moet worden.',
  'no_mail.column':
    'De kolom {column} zegt van sommige ontvangers dat hun niets gestuurd mag worden, zoals “{value}”. Wat gebeurt met deze rijen?',
  'no_mail.value':
    '“{value}” zegt dat deze ontvanger niets gestuurd mag worden. Laat de rij weg, of bevestig dat zij toch verstuurd wordt.',
  'no_mail.recipient':
    '“{value}” zegt dat deze persoon overleden is. Verbeter de naam, of bevestig dat het stuk verstuurd wordt.',
  'date_order.column':
    'De kolom {column} heeft datums zoals “{value}”, die met de dag of met de maand beginnen. Wat staat vooraan?',
  'date_order.day_first': 'De datums in de kolom {column} beginnen met de dag, zoals blijkt uit “{value}”.',
  'date_order.month_first':
    'De datums in de kolom {column} beginnen met de maand, zoals blijkt uit “{value}”.',
  'date_order.value':
    '“{value}” is {first} als de dag vooraan staat, en {second} als dat de maand is. Schrijf een van beide, of beantwoord de vraag over de kolom.',
  'line_break.column':
    'De kolom {column} heeft cellen met meerdere regels, zoals “{value}”. Wat gebeurt met deze rijen?',
  'line_break.value':
    '“{value}” heeft meerdere regels. Verbeter het, of bevestig dat het op één regel gedrukt wordt.',
  'text_mark.column':
    'De kolom {column} heeft waarden die met een apostrof beginnen, zoals “{value}”. Rekenbladen merken daarmee tekst. Wat wordt er gedrukt?',
  'text_mark.every':
    'Alle waarden in de kolom {column} beginnen met de apostrof waarmee rekenbladen tekst merken, zoals “{value}”. Die wordt weggelaten.',
  'text_mark.value':
    '“{value}” begint met een apostrof, waarmee rekenbladen tekst merken. Haal hem weg, of bevestig dat hij gedrukt wordt.',
  'decimal_sign.column':
    'De kolom {column} heeft getallen zoals “{value}”, waarin het teken voor decimalen of voor duizendtallen staat. Welk teken staat voor decimalen?',
  'decimal_sign.comma':
    'De getallen in de kolom {column} hebben een komma voor decimalen, zoals blijkt uit “{value}”.',
  'decimal_sign.point':
    'De getallen in de kolom {column} hebben een punt voor decimalen, zoals blijkt uit “{value}”.',
  'decimal_sign.value':
    '“{value}” is {first} als een komma voor decimalen staat, en {second} als dat een punt is. Schrijf het zonder scheiding van duizendtallen, of beantwoord de vraag over de kolom.',
  'invalid_value.in_mapping':
    'De mapping geeft “{value}” aan {field}, en dat is {first} of {second}. Schrijf een van beide in de mapping, of noem de locale.',
  'no_mail.refused':
    '“{value}” zegt dat deze persoon niets gestuurd mag worden. Verbeter de naam, of bevestig dat het stuk verstuurd wordt.',
  'repeated_recipient.list':
    'Sommige ontvangers hebben meer dan één rij, met verschillende waarden, zoals {value}. Welke brieven worden verstuurd?',
  'repeated_recipient.row':
    '{recipient} op dit adres heeft al een andere rij ({earlier}), met andere waarden van {columns}. Verstuur beide brieven, of één ervan.',
  'repeated_recipient.several':
    '{recipient} op dit adres heeft al meer dan één brief (de eerste is {earlier}), met andere waarden van {columns}. Verstuur ook deze, of laat de rij weg.',
  'repeated_recipient.sender':
    '{recipient} op dit adres heeft al een brief ({earlier}) die niet met deze lijst kwam, met andere waarden van {columns}. Die wijzigen vraagt het recht items.write. Verstuur beide brieven, of laat deze rij weg.',
  'duplicate_recipient.first':
    '{recipient} op dit adres heeft al een andere rij ({earlier}), met andere waarden van {columns}. De brief van de eerste rij wordt verstuurd.',
  'duplicate_recipient.last':
    'In de brief aan {recipient} staan de waarden van deze rij, in plaats van die van een eerdere ({earlier}).',
  'spreadsheet_value.column':
    'De kolom {column} heeft nummers waarvan een rekenblad een datum of breuk heeft gemaakt, zoals “{value}”. Wat gebeurt met deze rijen?',
  'spreadsheet_value.value':
    '“{value}” lijkt een nummer waarvan een rekenblad een datum of breuk heeft gemaakt. Schrijf het nummer, of bevestig dat het zo gedrukt wordt.',
  'unlikely_text.column':
    'De kolom {column} heeft waarden die verminkt lijken of hier niet horen, zoals “{value}”. Wat gebeurt met deze rijen?',
  'unlikely_text.value':
    '“{value}” lijkt verminkt of hoort hier niet. Verbeter het, of bevestig dat het zo gedrukt wordt.',
  'removed.upload': 'Het bestand van {id} wordt niet meer bewaard. Upload het opnieuw.',
  'past.expiry': 'Kies een tijdstip dat nog komt.',
  'required.expiry':
    'Een sleutel met een recht van beheerders moet eindigen: zeg over hoeveel dagen, hoogstens {limit}.',
  'unknown.scope': 'Het recht {scope} bestaat niet.',
  'unknown.role': 'De rol {role} bestaat niet.',
  'required.clock_target': 'Noem een tijdstip (of de volgende sluiting), of een duur.',
  'exclusive.clock_target': 'Noem een tijdstip (of de volgende sluiting), of een duur: niet allebei.',
  'past.clock': 'De testklok staat op {time} en gaat alleen vooruit.',
  'too_far.clock': 'De testklok gaat per keer hoogstens 366 dagen vooruit.',
  'invalid.instant': 'Schrijf een tijdstip volgens RFC 3339 met zijn tijdzone, of next-cutoff.',
  'invalid.duration':
    'Schrijf een duur volgens ISO 8601 in weken, dagen, uren, minuten en seconden: P3D, PT90M.',
  no_cutoff: 'Geen open testdrukgang bevat poststukken.',
  'conflict.billing_group': 'Geef een kostenplaats, of een Postflow of mailing, niet allebei.',
  'conflict.days': 'Geef een aantal dagen, of een begin en een einde, niet allebei.',
  after_to: 'Het begin ({from}) ligt na het einde ({to}).',
  'too_long.period': 'Van {from} tot en met {to} is langer dan {limit} dagen.',
  'exclusive.credit': 'Geef regels of een bedrag, niet allebei.',
  'unknown.credit_line': 'Aantal regels van de factuur: {count}.',
  'duplicate.credit_line': 'Regel {line} is twee keer genoemd.',
  'too_much.credited_line': 'Regel {line} is al helemaal gecrediteerd.',
  'too_much.credit_line': 'Van regel {line} kan nog EUR {amount} worden gecrediteerd.',
  'too_much.open': 'Er staat EUR {amount} open; een betaling kan niet hoger zijn.',
  'invalid.number': 'Schrijf het nummer zoals {example}.',
  'invalid.number_issued':
    '{number} is hier al uitgegeven; geef het laatste nummer dat waar dan ook is uitgegeven.',
  'invalid.number_far': 'Dat is meer dan {limit} nummers na het laatste dat hier bekend is.',
  'invalid_format.vat_number_of_address':
    '{vatNumber} is geen btw-nummer van {countryId}, het land van het factuuradres.',
  'invalid_format.tax_number': '{vatNumber} is geen belastingnummer.',
  'invalid.treatment_of_seller':
    'Facturen van een verkoper in {countryId} kunnen niet {treatment} zijn: kies een andere btw, of geen.',
  'invalid_format.electronic_address':
    'Schrijf een schema van vier cijfers, een dubbele punt en het nummer daarin, zoals 0106:12345678.',
  'invalid_value.electronic_scheme': 'Peppol kent geen schema met dat nummer.',
  'invalid_value.electronic_address':
    'Het nummer past niet bij het schema, of de controlecijfers kloppen niet.',
  'invalid_format.phone': 'Schrijf een telefoonnummer, met minstens drie cijfers.',
  'invalid.reverse_charge':
    'Btw verleggen kan alleen met het btw-nummer van een bedrijf in een ander land van de EU.',
  record_too_long:
    'De rij die op regel {line} begint, heeft meer dan {limit} tekens. Misschien is een aanhalingsteken op deze regel niet gesloten: sluit het, of haal het weg.',
  'too_many_cells.record': 'Een rij heeft meer dan {limit} cellen.',
  'unreadable.line': 'Regel {line} kan niet als csv worden gelezen.',
  'unreadable.quote': 'Een aanhalingsteken op regel {line} is niet gesloten. Sluit het, of haal het weg.',
  'unknown_column.list': 'Het bestand heeft geen kolom {column}, wel {known}.',
  'unknown_column.preset': '{preset} past niet: het bestand heeft geen kolom {column}, wel {known}.',
  'conflict.sheet': 'Een csv heeft geen werkbladen.',
  'conflict.dialect': 'Een Excel-werkmap heeft geen tekencodering en geen scheidingsteken.',
  'conflict.mapping_and_preset': 'Geef een indeling of kies een bewaarde indeling, niet allebei.',
  'no_rows.empty': 'Het bestand is leeg.',
  'no_rows.heading_only': 'Het bestand heeft een kop en geen rijen.',
  unknown_row: 'Rij {row} hoort niet bij de afgekeurde rijen van deze import.',
  'required.source': 'Zeg waar {name} vandaan komt: een pad, of een waarde.',
  'exclusive.source': '{name} heeft een pad of een waarde, niet allebei.',
  'required.mapping': 'Zeg wat een bericht betekent: met een indeling, of met een bewaarde indeling.',
  payload_erased: 'Het bericht is verwijderd, omdat de persoon die erin staat is gewist.',
  nothing_mapped: 'Het bericht heeft op geen van de plekken waar de koppeling kijkt een waarde.',
  'invalid.ids_and_filters': 'Kies poststukken of geef filters, niet allebei.',
  'required.ids_or_filters': 'Zeg om welke poststukken het gaat: kies ze, of geef filters met hun aantal.',
  'required.expected_count': 'Zeg hoeveel poststukken de filters doorlaten.',
  'invalid.expected_count': 'Een verwacht aantal hoort bij filters.',
  'invalid.reason': 'Een reden hoort bij afkeuren.',
  'invalid.charge': 'Kosten horen bij opnieuw drukken.',
  'invalid.revisions': 'revisions hoort bij ids. Stuur bij filters expectedFingerprint.',
  'invalid.expected_fingerprint': 'expectedFingerprint hoort bij filters. Stuur bij ids revisions.',
  'invalid.revision_count':
    'revisions heeft {revisions} waarden en ids {ids}: stuur er een voor elk poststuk.',
  'repeated.item': 'Dit poststuk is al genoemd, in ids[{index}].',
  'required.template': 'Kies een sjabloon, of een versie ervan.',
  'conflict.template': 'Kies een sjabloon of een versie ervan, niet allebei.',
  'required.organisation_name': 'Zeg hoe de organisatie heet.',
  'required.second_factor': 'Vul ook de code in die je authenticator-app toont, of een herstelcode.',
  'wrong.second_factor':
    'Deze code is fout, te oud of al gebruikt. Wacht op de volgende die je authenticator-app toont, of neem een herstelcode.',
  second_factor_required: 'Vul ook de code in die je authenticator-app toont, of een herstelcode.',
  second_factor_failed:
    'Deze code is fout, te oud of al gebruikt. Wacht op de volgende die je authenticator-app toont, of neem een herstelcode.',
  'unknown.specification': '{product} heeft deze uitvoering niet.',
  'out_of_range.page': 'Aantal pagina’s van het poststuk: {pages}.',
  'out_of_range.template_page': 'Aantal pagina’s van het sjabloon: {pages}.',
  'required.subject': 'Zeg wat er getekend moet worden: een van {subjects}.',
  'exclusive.subject': 'Kies er één van {subjects}.',
  'exclusive.item': 'Een poststuk heeft zelf al {field}.',
  'too_far.calendar': 'Het begin ligt hoogstens {limit} dagen vooruit.',
  'unknown.item_of_run': 'Dit poststuk zit niet in {run}.',
  'taken.platform_asset': 'Er is al een bestand met het id {id}.',
  'too_many_files.fonts': 'Een server heeft ten hoogste {limit} eigen lettertypen.',
  'too_many_files.profiles': 'Een server heeft ten hoogste {limit} eigen profielen.',
  'file_kind.profile': 'Een profiel is een ICC-profiel van een drukpers in CMYK.',
  'file_kind.font':
    'Een lettertype is een TrueType- of OpenType-bestand, een WOFF of een verzameling lettertypen.',
  'exclusive.sequences': 'Nummers horen alleen bij de melding dat stukken beschadigd zijn.',
  'required.sequences': 'Zeg met hun nummer welke stukken beschadigd zijn.',
  'required.piece': 'Noem het stuk met zijn nummer of met het poststuk.',
  'exclusive.piece': 'Noem het stuk met zijn nummer of met het poststuk, niet met allebei.',
  'unknown.piece': 'De drukgang heeft geen stuk {sequence}.',
  'unknown.reported_item': 'Het poststuk {item} zit niet in deze drukgang.',
  'exclusive.remake': 'Noem de stukken op één manier: met plaatsen, met codes of met een lijst.',
  'invalid_value.range': 'Dit bereik eindigt voordat het begint.',
  'too_many_pieces.remake': 'Een herdruk heeft hoogstens {limit} stukken, en dit zijn er {pieces}.',
  'required.remake_column': 'De lijst heeft een kolom `code` of `sequence` nodig.',
  'unknown.remake_row': 'Rij {row}: {value} is geen stuk van deze drukgang.',
  'too_many_pieces.list': 'De lijst heeft meer dan {limit} rijen.',
  'empty.remake': 'De lijst noemt geen enkel stuk.',
  'exclusive.returns': 'Noem wat terugkwam met `pieces` of met `uploadId`, niet met allebei.',
  'required.return_column': 'De lijst heeft een kolom `code` nodig.',
  'required.organisation_of_list':
    'Kies eerst een organisatie: een lijst hoort bij die waarin hij is geüpload.',
  'empty.returns': 'De lijst noemt geen enkel stuk.',
  'too_long.return_row': 'Rij {row}: {column} heeft meer dan {limit} tekens.',
  'wrong.return_row': 'Rij {row}: {what}',
  'unknown.carrier_code': '{code} staat niet in de tabel met codes van bezorgers.',
  'ambiguous.carrier_code':
    'Bezorgers hebben de code {code} voor meerdere redenen: noem de `carrier`, een van {carriers}.',
  'exclusive.return_reason': 'Zeg waarom met `reason` of met `carrierCode`, niet met allebei.',
  'exclusive.carrier': 'Een `carrier` hoort alleen bij een `carrierCode`.',
  'repeated.carrier_code': 'De code {code} van {carrier} staat er twee keer.',
  'required.carrier_code_source': 'Wat gecontroleerd is, heeft een bron.',
  'repeated.piece': 'Het stuk van {item} is twee keer genoemd.',
  'invalid_value.name_signs': 'In de naam staat geen letter en geen cijfer om mee te vergelijken.',
  'invalid_value.name_nobody':
    '“{name}” noemt geen persoon om mee te vergelijken: vul een voornaam of achternaam aan.',
  'required.street_column':
    'Geen kolom heet straat: wijs de kolom aan waar hij in staat, met of zonder huisnummer.',
  'empty.list': 'Het bestand heeft geen rijen.',
  'required.if_match': 'Stuur het nummer mee van de versie van het concept die je hebt gewijzigd.',
  'invalid.if_match': 'Het nummer van een wijziging is een geheel getal.',
  'platform_key.taken': '{key} is al de sleutel van een {noun} van het platform.',
  'platform_key.fixed': '{key} is een {noun} van het platform, en kan niet worden gewijzigd of verwijderd.',
  'taken.term': 'De sleutel {key} is al in gebruik: {noun}.',
  'unknown.term': 'Er is geen {noun} {key}.',
  'archived.term': '{key} is gearchiveerd ({noun}).',
  'unknown.mailing': 'Er is geen {noun} {id}.',
  test_only: 'Een webhook van een testsleutel krijgt alleen testgebeurtenissen: laat isTest weg, of true.',
  other_mode: '{id} ({noun}) hoort bij de modus {mode}; isTest: {isTest} laat die gebeurtenissen weg.',
}
