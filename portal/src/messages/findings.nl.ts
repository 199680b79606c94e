/** Findings about templates, pieces and files. */
export const pressNl: Readonly<Record<string, string>> = {
  trim_mismatch: 'Het formaat is {w} × {h} mm, dat van het product {productW} × {productH} mm.',
  bleed_mismatch: 'De afloop is {bleed} mm, die van het product {productBleed} mm.',
  safe_too_small: 'De veilige afstand is {safe} mm; het product vraagt minstens {least} mm.',
  'page_count.exact': 'Het sjabloon heeft {pages} pagina’s; het product neemt er {most}.',
  'page_count.range': 'Het sjabloon heeft {pages} pagina’s; het product neemt er {least} tot {most}.',
  page_side: 'Pagina {page} is een achterkant zonder voorkant ervoor.',
  'address_missing.element': 'Op geen pagina staat een adres: zo kan het niet worden bezorgd.',
  variable_duplicate: '“{name}” en “{other}” verschillen alleen in hoofdletters.',
  variable_reserved: '“{name}” wordt vanzelf ingevuld; geef het veld een andere naam.',
  'sample_invalid.kind':
    'Het voorbeeld {sample} van het samenvoegveld {name} is niet van de soort {type}: de drukproef toont het zoals het er staat, en zo wordt het niet gedrukt. Een dag is 2026-03-01, een geheel getal 1234.',
  'sample_invalid.number':
    'Het voorbeeld {sample} van het samenvoegveld {name} is geen getal met een punt en hoogstens {decimals} decimalen, zoals 1234.5: de drukproef toont het zoals het er staat, en zo wordt het niet gedrukt.',
  sample_too_long: 'Het voorbeeld van “{name}” is langer dan het veld mag zijn.',
  font_duplicate: 'Het lettertype “{font}” staat er dubbel in.',
  'font_unknown.platform': 'Het lettertype “{font}” bestaat hier niet.',
  'font_unknown.asset': 'Het bestand “{asset}” van een lettertype bestaat niet.',
  'font_unknown.not_a_font': 'Het bestand “{asset}” is geen lettertype.',
  'font_unknown.not_listed': 'Het lettertype “{font}” staat niet in het sjabloon.',
  element_duplicate: 'Twee onderdelen heten “{id}”.',
  address_zone_missing: 'Het product heeft op pagina {page} geen plek voor het adres.',
  address_too_small: 'Het adres is in {size} pt gezet; {least} pt is het minste.',
  qr_quiet_zone: 'De witte rand om de QR-code is {modules} modules; {least} is het minste.',
  qr_user_information:
    'In het webadres van de QR-code staat een gebruiker voor de host (https://gebruiker@host). Laat die weg.',
  min_size: 'De kleinste grootte ({minSize} pt) is groter dan de gewone ({size} pt).',
  tag_malformed: '“{tag}” is geen goed geschreven veld.',
  salutation_beside:
    'De regel “{line}” drukt meer dan de aanhef, die al een eerste woord en de naam heeft: Geachte mevrouw de Vries. Zet vóór de komma alleen het veld.',
  tag_unknown: 'Het veld “{name}” bestaat niet.',
  color_unknown: 'De kleur “{color}” bestaat niet.',
  asset_variable: 'Een afbeelding kan niet van een veld afhangen: gebruik voor elke een voorwaarde.',
  'asset_unknown.missing': 'Het bestand “{asset}” bestaat niet.',
  'asset_unknown.format': 'Het bestand “{asset}” is van een andere soort: {format}.',
  'element_outside_page.element': 'Het onderdeel steekt buiten de afloop.',
  outside_safe: 'Tekst en codes blijven {safe} mm van de snijrand.',
  bleed_short: 'Wat de snijrand raakt, moet er {bleed} mm overheen lopen.',
  ink_total:
    'Dit wordt met {ink} % inkt gedrukt; het papier neemt {limit} %. Maak het lichter, of zet het om met een profiel van dit papier.',
  small_text_inks:
    'Tekst van {size} pt wordt in {inks} inkten gedrukt; onder {least} pt is alleen één inkt scherp.',
  small_text_tint:
    'Tekst van {size} pt wordt in stippen van {ink} % inkt gedrukt; neem onder {least} pt een volle inkt.',
  rich_black: 'Zwart is hier gemaakt van vier inkten; gebruik alleen de zwarte.',
  hairline:
    'Een lijn van {width} mm is te dun om te drukken; {least} mm is het minste. Maak hem dikker; kaders en lijnen van tabellen tellen ook.',
  'bleed_missing.edge':
    'De pdf houdt op bij de snijrand en loopt er geen {bleed} mm overheen. Witte randen blijven wit, en dan hoeft er niets. Loopt er kleur tot de rand, exporteer hem dan met {bleed} mm afloop en plaats hem {bleed} mm over de snijrand.',
  white_overprint:
    'Wit staat hier op overdrukken, dus een pers laat staan wat eronder ligt. Zet overdrukken daarvoor uit en exporteer de pdf opnieuw.',
  'zone_covered.pdf_text':
    'De pdf drukt tekst in de zone voor {zone}. Verplaats de tekst of haal hem weg, en exporteer de pdf opnieuw.',
  'zone_covered.pdf_text_unseen':
    'De pdf heeft tekst in de zone voor {zone} die niet te zien is, omdat er iets over ligt of omdat hij de kleur van zijn ondergrond heeft. Gedrukt wordt wat de drukproef laat zien.',
  'zone_covered.pdf_dark':
    'De pdf is te donker in de zone voor {zone}: hij weerkaatst daar {percent} % van het licht, en machines hebben {least} % nodig om te lezen. Laat de zone wit in de pdf en exporteer hem opnieuw.',
  'zone_covered.pdf_sender':
    'De pdf drukt op de plek van het retouradres. Is dat een afzenderregel, dan staat de afzender op post met een retouradres dubbel, over elkaar heen. Haal de regel uit de pdf en laat het retouradres drukken.',
  'zone_covered.pdf_above_sender':
    'De pdf drukt vlak boven het retouradres. Is dat een afzenderregel, dan staat de afzender op post met een retouradres dubbel. Haal de regel uit de pdf en laat het retouradres drukken.',
  'zone_covered.pdf_ink':
    'De pdf drukt in een zone die wit hoort te blijven: {zone}. Kijk de drukproef daar na, of laat de zone wit en exporteer de pdf opnieuw.',
  'element_outside_page.pdf': 'Wat van de pdf buiten de afloop ligt, wordt niet gedrukt.',
  'bleed_missing.page':
    'De pagina van de pdf is {w} × {h} mm, zonder afloop. Witte randen blijven wit: dan hoef je niets te doen. Loopt kleur tot de rand, maak de pagina dan {sheetW} × {sheetH} mm.',
  spot_colour:
    'De steunkleur {ink} wordt met een eigen inkt gedrukt, of uit de vier inkten door een drukker die haar niet heeft. Is dat niet de bedoeling, zet haar dan om naar CMYK en exporteer de pdf opnieuw.',
  rgb_object:
    'Dit is in RGB gemaakt; de kleuren vallen in druk iets anders uit. Voor een brief hoef je niets te doen; moet een kleur precies kloppen, exporteer de PDF dan in CMYK.',
  rgb_image:
    'De afbeelding is in RGB; de kleuren vallen in druk iets anders uit. Je hoeft niets te doen, tenzij een kleur precies moet kloppen.',
  low_resolution:
    'Een afbeelding heeft {ppi} ppi op deze grootte; {least} is het minste. Plaats haar kleiner, of neem er een met meer pixels.',
  transparency_space:
    'Doorzichtigheid wordt gemengd in {space}, niet in de inkten die gedrukt worden; kleuren vallen in druk iets anders uit. Voor een brief hoef je niets te doen; moet een kleur precies kloppen, exporteer de pdf dan met doorzichtigheid in CMYK, of zonder doorzichtigheid.',
  window_outside_sheet: 'Het venster toont meer dan de pagina van {w} × {h} mm.',
  window_without_address: 'Het venster toont geen zone voor het adres.',
  zone_outside_window:
    'Deze zone blijft niet {inset} mm binnen het venster als het stuk {play} mm schuift: {zone}.',
  zone_in_window: 'Het venster kan deze zone tonen: {zone}.',
  window_not_clear: 'Het venster kan dit deel van de pagina tonen, en geen zone houdt het leeg.',
  'zone_covered.element': 'Het onderdeel ligt in een zone die vrij moet blijven: {zone}.',
  'zone_covered.pdf':
    'De pdf ligt over een zone die vrij moet blijven: {zone}. Let op dat de pagina daar leeg is.',
  'glyph_missing.control':
    'De tekst bevat een stuurteken (U+{codePoint}), waarvoor niets gedrukt kan worden.',
  'glyph_missing.script':
    'Geen lettertype heeft een teken voor “{character}” (U+{codePoint}); het schrift is {script}. Een lettertype als {font} heeft het.',
  'glyph_missing.character': 'Geen lettertype heeft een teken voor “{character}” (U+{codePoint}).',
  text_clipped:
    'De tekst wordt afgesneden: hij vraagt {w} × {h} mm in {size} pt, zijn kader is {boxW} × {boxH} mm.',
  text_overflow:
    'De tekst past niet: hij vraagt {w} × {h} mm in {size} pt, zijn kader is {boxW} × {boxH} mm.',
  'variable_missing.place': '“{name}” is hier nodig en niet ingevuld.',
  'address_missing.lines': 'Het poststuk heeft geen adresregels.',
  'address_overflow.lines':
    'Het adres vraagt {w} × {h} mm in {size} pt, zijn kleinste grootte, met namen over {lines} regels; de zone is {zoneW} × {zoneH} mm.',
  'address_overflow.code': 'De KIX van {length} tekens past niet in een zone van {zoneW} mm.',
  carrier_code_invalid: '“{code}” bevat tekens die een KIX niet kan tonen.',
  indicia_overflow:
    'Het frankeermerk vraagt {w} × {h} mm in {size} pt, zijn kleinste grootte; het frankeervlak heeft er {zoneW} × {zoneH} mm voor.',
  indicia_covered: 'Het ontwerp ligt waar het frankeermerk gedrukt wordt.',
  sender_overflow: 'De retourregel past niet in zijn zone.',
  'qr_capacity.characters': '{length} tekens zijn er meer dan een QR-code van niveau {level} kan bevatten.',
  'qr_capacity.modules':
    '{length} tekens vragen {modules} modules van {module} mm; {least} mm is het minste.',
  'assets_too_large.printed':
    'Wat van de afbeeldingen, pdf’s en lettertypen gedrukt wordt, is {size} MiB; een sjabloon neemt {limit} MiB.',
  'assets_too_large.files':
    'De afbeeldingen, pdf’s en lettertypen zijn samen {size} MiB; een sjabloon neemt {limit} MiB.',
  'image_unsupported.asset': 'De afbeelding “{asset}” kan niet worden gedrukt: {reason}.',
  'file_too_complex.asset': 'De pdf “{asset}” kan niet worden gedrukt: {reason}.',
  'pdf_unsupported.asset':
    'De pdf “{asset}” kan niet worden gedrukt: {reason}. Exporteer hem opnieuw, zo mogelijk als PDF/X-4, of druk hem af naar een nieuwe pdf.',
  image_resolution:
    'De afbeelding heeft {ppi} ppi op deze grootte; {good} drukt scherp, {least} is het minste.',
  'font_not_embeddable.listed': 'Het lettertype “{font}” kan niet worden ingesloten: {reason}.',
  sequence_zone_too_small: 'De zone voor het stuknummer is te klein voor zijn streepjescode.',
  mark_zone_too_small: 'De zone voor het merk van het vel is te klein voor zijn code en de tekens ernaast.',
  'pdf_pages.too_many': 'De pdf heeft {pages} pagina’s; {limit} is het meeste.',
  'pdf_pages.several': 'De pdf heeft {pages} pagina’s; een onderdeel toont de pagina die het noemt.',
  pdf_active_content:
    'De pdf bevat iets dat uitgevoerd kan worden ({content}); druk hem eerst af naar een nieuwe pdf.',
  'file_too_complex.file': 'Het bestand is te ingewikkeld om te lezen: {reason}.',
  'file_too_complex.not_drawn':
    'Een afbeelding in een pdf op deze pagina is beschadigd, waardoor de pagina niet kan worden getekend. Exporteer de pdf opnieuw met zijn afbeeldingen als JPEG of ZIP.',
  'file_too_complex.font': 'Het lettertype noemt meer dan {limit} tekens.',
  'pdf_encrypted.file':
    'De pdf kan niet worden gedrukt: {reason}. Bewaar hem zonder wachtwoord en zonder beperkingen, en upload dat bestand.',
  'pdf_unsupported.file':
    'De pdf kan niet worden gedrukt: {reason}. Exporteer hem opnieuw uit het programma waarin hij is gemaakt, zo mogelijk als PDF/X-4, of druk hem af naar een nieuwe pdf.',
  pdf_font_missing:
    'Het lettertype “{font}” zit niet in de pdf. Exporteer hem opnieuw met ingesloten lettertypen, als PDF/X-4 of PDF/A.',
  'pdf_unsupported.page':
    'Pagina {page} kan niet worden gedrukt: {reason}. Exporteer de pdf opnieuw, zo mogelijk als PDF/X-4, of druk hem af naar een nieuwe pdf.',
  pdf_stretched:
    'De pagina van de pdf is {w} × {h} mm en wordt uitgerekt tot {boxW} × {boxH} mm. In zijn eigen verhoudingen is hij hier {fitW} × {fitH} mm.',
  pdf_scaled:
    'De pagina van de pdf is {w} × {h} mm en wordt op {percent} % van zijn grootte gedrukt. Exporteer hem in het formaat van het vel, {sheetW} × {sheetH} mm, of kies een product van zijn formaat.',
  'pdf_trim.place':
    'De pdf wordt volgens zijn trimbox tot {trimW} × {trimH} mm gesneden, maar niet waar het vel wordt gesneden; snijtekens kunnen worden gedrukt. Plaats hem op x {x} en y {y} mm, {w} mm breed en {h} mm hoog.',
  'pdf_trim.size':
    'De pdf wordt volgens zijn trimbox tot {trimW} × {trimH} mm gesneden, en het vel tot {sheetW} × {sheetH} mm; snijtekens kunnen worden gedrukt. Exporteer hem in het formaat van het vel, zonder snijtekens.',
  pdf_layers_hidden:
    'Lagen die uit staan, of die niet voor druk zijn, worden niet gedrukt: {layers}. Horen ze op papier, zet ze dan aan en exporteer de pdf opnieuw.',
  'pdf_annotations.printed':
    'Er liggen opmerkingen en markeringen op de pagina, die worden meegedrukt: {kinds}. Horen ze niet op papier, verwijder ze dan en bewaar de pdf opnieuw.',
  'pdf_annotations.screen_only':
    'Markeringen die op het scherm te zien zijn, worden niet gedrukt, omdat ze niet voor afdrukken zijn gemerkt: {kinds}. Horen ze op papier, druk de pdf dan af naar een nieuwe pdf vanuit het programma dat ze toont.',
  pdf_fields_unframed:
    'Formuliervelden worden gedrukt zonder het kader of de achtergrond die een programma ervoor tekent: {fields}. Hoort dat op papier, druk het formulier dan af naar een nieuwe pdf.',
  pdf_fields_unsure:
    'Formuliervelden worden gedrukt zoals het bestand ze tekent, en dat kan ouder zijn dan wat is ingevuld: {fields}. Controleer het beeld, of druk het ingevulde formulier af naar een nieuwe pdf.',
  'pdf_unsupported.pdf_page': 'Pagina {page} van de pdf kan niet worden gedrukt.',
  'font_not_embeddable.woff2':
    'Een lettertype als WOFF2 wordt in een browser niet gelezen. Bewaar het als TTF, OTF of WOFF.',
  'font_damaged.packed': 'Het {format}-lettertype is beschadigd.',
  'file_too_complex.font_bytes': 'Het lettertype is uitgepakt groter dan {limit} MiB.',
  'font_collection.choose':
    'Het bestand bevat {fonts} lettertypen: {names}. Upload het opnieuw en kies er een.',
  'font_collection.face': 'Het bestand bevat {fonts} lettertypen; nummer {face} is er niet bij.',
  'font_glyphs.coloured':
    'Het lettertype heeft gekleurde tekens. Ze worden als contouren in de kleur van de tekst gedrukt.',
  'font_glyphs.blank': 'Het lettertype tekent niets voor {characters}. Tekst met die tekens heeft gaten.',
  'font_lacks.latin': 'Het lettertype heeft geen Latijnse letters. Tekst daarin wordt gezet in Noto Sans.',
  'font_variable.weights':
    'Het lettertype is variabel: het heeft diktes van {least} tot {most} ({weights}). Een sjabloon kiest een dikte waar het lettertype in de lijst staat; zonder keuze wordt de standaard gedrukt.',
  'font_variable.fixed': 'Het lettertype is variabel. Het wordt gedrukt met de standaardwaarde van elke as.',
  font_fallback: 'Het lettertype “{font}” mist {characters}. Die worden gedrukt in {fonts}.',
  'font_weight.static':
    'Het lettertype “{font}” heeft maar één dikte, dus de dikte {weight} kan niet worden gekozen. Kies er geen.',
  'font_weight.range':
    'Het lettertype “{font}” heeft diktes van {least} tot {most}; {weight} hoort daar niet bij.',
  'font_not_embeddable.file': 'Het lettertype kan niet worden ingesloten: {reason}.',
  'image_too_large.file': 'De afbeelding is te groot: {reason}.',
  'image_unsupported.file': 'De afbeelding kan niet worden gedrukt: {reason}.',
  'file_polyglot.pdf': 'De afbeelding is tegelijk een pdf.',
  'file_polyglot.page': 'De afbeelding is tegelijk een webpagina.',
  'file_polyglot.archive': 'De afbeelding is tegelijk een archief.',
  image_trailer: 'Het bestand gaat door na het einde van de afbeelding. De rest wordt niet gedrukt.',
  image_converted: 'De {format} is omgezet naar PNG; die wordt bewaard en gedrukt.',
  'image_first_only.tiff': 'De TIFF bevat meer afbeeldingen. De eerste wordt gedrukt.',
  'image_first_only.frames': 'De AVIF bevat meer beelden. Het eerste wordt gedrukt.',
  'image_first_only.animation': 'De PNG is geanimeerd. Het stilstaande beeld wordt gedrukt.',
  image_turned:
    'De afbeelding wordt rechtop gedrukt, zoals het EXIF-blok zegt. Browsers negeren dat in een {format} en tonen haar zoals ze is opgeslagen.',
  image_channels: 'Naast de kleuren zijn er nog kanalen ({channels}), die niet worden gedrukt.',
  image_crop: 'Het bestand noemt een uitsnede die niet wordt toegepast: de hele afbeelding wordt gedrukt.',
  'drawing_damaged.xml': 'Regel {line}: de SVG is geen geldige XML ({detail}).',
  'drawing_damaged.encoding': 'De SVG is geen UTF-8. Sla hem opnieuw op als UTF-8.',
  'drawing_damaged.no_svg': 'Het bestand begint niet met een <svg>.',
  'drawing_damaged.size':
    'Regel {line}: de SVG heeft geen geldige maat. Geef hem een width en een height, of een viewBox, van hooguit {limit} mm.',
  'drawing_damaged.attribute': 'Regel {line}: “{value}” is geen geldige waarde van {name}.',
  'drawing_damaged.empty': 'De SVG tekent niets.',
  'drawing_unsupported.element':
    'Regel {line}: <{name}> wordt niet ondersteund. Exporteer de tekening als pdf.',
  'drawing_unsupported.text':
    'Regel {line}: tekst wordt niet ondersteund. Zet haar om naar contouren, of exporteer de tekening als pdf.',
  'drawing_unsupported.image':
    'Regel {line}: afbeeldingen in een SVG worden niet ondersteund. Upload de afbeelding als PNG of JPEG, of exporteer de tekening als pdf.',
  'drawing_unsupported.paint':
    'Regel {line}: verlopen en patronen worden niet ondersteund ({value}). Gebruik effen kleuren, of exporteer de tekening als pdf.',
  'drawing_unsupported.property':
    'Regel {line}: {name} “{value}” wordt niet ondersteund. Exporteer de tekening als pdf.',
  'drawing_unsupported.selector':
    'Regel {line}: de selector “{value}” wordt niet ondersteund. Exporteer de SVG met stijlen als attributen.',
  'drawing_unsupported.reference': 'Regel {line}: “{value}” verwijst naar geen element van het bestand.',
  'drawing_unsupported.stylesheet':
    'Regel {line}: het stijlblad {value} is een ander bestand. Exporteer de SVG met stijlen als attributen.',
  'drawing_unsupported.entities':
    'Regel {line}: entiteiten worden niet ondersteund. Exporteer de SVG zonder de gegevens van het tekenprogramma.',
  'file_too_complex.drawing': 'De SVG tekent meer dan {limit} elementen.',
  'file_too_complex.depth': 'De elementen van de SVG zijn meer dan {limit} diep genest.',
  'image_colours.hdr':
    'Het is een HDR-afbeelding ({curve}). Ze wordt gedrukt alsof ze sRGB is en kan flets worden. Exporteer haar als SDR in sRGB voor de juiste kleuren.',
  'image_colours.unknown':
    'De kleurruimte ({codes}) is onbekend. De afbeelding wordt gedrukt alsof ze sRGB is. Exporteer haar in sRGB als de kleuren niet kloppen.',
  'image_colours.gray':
    'De grijstinten worden ongewijzigd gedrukt: de gamma die het bestand noemt wordt niet toegepast. Zet de afbeelding om naar sRGB als ze te licht of te donker is.',
  'image_colours.inks':
    'Het is een CMYK-JPEG zonder de markering van Adobe; programma’s verschillen in of de inkten omgekeerd zijn opgeslagen. Ze worden gedrukt zoals ze zijn opgeslagen. Controleer de kleuren, of exporteer de afbeelding opnieuw als pdf.',
  image_profile: 'De kleuren worden gedrukt zoals ze zijn: het profiel “{profile}” wordt niet toegepast.',
  'sheet_too_large.sheet': 'Het werkblad {sheet} is te groot: {reason}.',
  sheet_too_many: 'De werkmap heeft {sheets} werkbladen; de eerste {limit} worden gelezen.',
  'no_rows.sheets': 'De werkbladen zijn leeg.',
  sheet_hidden_rows: 'Verborgen of gefilterde rijen in het werkblad {sheet}, die ook gelezen worden: {rows}.',
  sheet_errors: 'Cellen met een fout in het werkblad {sheet}: {cells}. De eerste is cel {first}.',
  sheet_formulas:
    'Formules zonder uitkomst in het werkblad {sheet}: {cells}. De eerste is cel {first}. Open het bestand in Excel en bewaar het.',
  render_failed: 'Het voorbeeld kon niet worden getekend. De reden staat in het logboek van de server.',
  'invalid.no_pdf': 'Het bestand {asset} is geen pdf.',
  'out_of_range.pdf_pages': 'De pdf heeft {pages} pagina’s; het vel neemt er {limit}.',
  'earlier_server.merge_field':
    'Er draait nog een server van een eerdere versie, die het samenvoegveld {name} niet kan drukken. Publiceer het sjabloon zodra alle servers deze versie draaien.',
  'earlier_server.weight':
    'Er draait nog een server van een eerdere versie, die het lettertype {font} in zijn standaarddikte drukt. Publiceer het sjabloon zodra alle servers deze versie draaien.',
  pdf_page_size:
    'Pagina {page} van de pdf is {w} × {h} mm; het vel is met zijn afloop {sheetW} × {sheetH} mm, en een pagina moet dezelfde verhoudingen hebben.',
}
