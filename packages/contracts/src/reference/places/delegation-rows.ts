type Centre = readonly [lat: number, lon: number]

// By governorate id, as the names in the texts `delegations`, separated by "; ". The specification's 28 come first and
// keep its spelling (spec §3): ids are positions, so new rows and names are only ever appended to a governorate. The
// rest is Tunisia's division into 264 delegations.
export const delegationRows: readonly (readonly Centre[])[] = [
  // 1 Tunis
  [
    [36.798, 10.171], // Tunis Medina
    [36.8, 10.182], // Tunis Bab Bhar
    [36.855, 10.327], // Tunis Carthage
    [36.878, 10.325], // La Marsa
    [36.809, 10.141], // Le Bardo
    [36.807, 10.166], // Bab Souika
    [36.834, 10.193], // Cite El Khadra
    [36.773, 10.205], // Djebel Jelloud
    [36.757, 10.186], // El Kabaria
    [36.842, 10.178], // El Menzah
    [36.818, 10.157], // El Omrane
    [36.835, 10.14], // El Omrane Superieur
    [36.776, 10.188], // El Ouardia
    [36.823, 10.137], // Ettahrir
    [36.796, 10.141], // Ezzouhour
    [36.79, 10.1], // Hrairia
    [36.818, 10.305], // La Goulette
    [36.834, 10.316], // Le Kram
    [36.782, 10.147], // Sejoumi
    [36.785, 10.178], // Sidi El Bechir
    [36.781, 10.085], // Sidi Hassine
  ],
  // 2 Ariana
  [
    [36.862, 10.193], // Ariana Ville
    [36.842, 10.103], // Ettadhamen
    [36.93, 10.17], // Raoued
    [36.885, 10.247], // Soukra
    [37.063, 10.118], // Kalaat El Andalous
    [36.862, 10.116], // Mnihla
    [36.908, 10.043], // Sidi Thabet
  ],
  // 3 Ben Arous
  [
    [36.753, 10.22], // Ben Arous
    [36.725, 10.207], // El Mourouj
    [36.729, 10.34], // Hammam Lif
    [36.768, 10.275], // Radès
    [36.727, 10.297], // Bou Mhel El Bassatine
    [36.744, 10.308], // Ezzahra
    [36.699, 10.168], // Fouchana
    [36.713, 10.37], // Hammam Chott
    [36.677, 10.156], // Mohamedia
    [36.741, 10.231], // Medina Jedida
    [36.768, 10.234], // Megrine
    [36.681, 10.291], // Mornag
  ],
  // 4 Manouba
  [
    [36.808, 10.097], // Manouba
    [36.829, 10.09], // Douar Hicher
    [36.84, 10.03], // Oued Ellil
    [36.713, 9.883], // Borj El Amri
    [36.8, 9.83], // El Battan
    [36.855, 9.92], // Jedaida
    [36.76, 10.013], // Mornaguia
    [36.831, 9.842], // Tebourba
  ],
  // 5 Nabeul
  [
    [36.456, 10.735], // Nabeul
    [36.4, 10.617], // Hammamet
    [36.578, 10.858], // Korba
    [36.6, 10.5], // Grombalia
    [36.65, 10.591], // Beni Khalled
    [36.475, 10.775], // Beni Khiar
    [36.535, 10.552], // Bou Argoub
    [36.466, 10.752], // Dar Chaabane El Fehri
    [37.053, 11.01], // El Haouaria
    [36.727, 10.857], // El Mida
    [36.881, 11.117], // Hammam Ghezeze
    [36.848, 11.094], // Kelibia
    [36.682, 10.585], // Menzel Bouzelfa
    [36.781, 10.995], // Menzel Temime
    [36.696, 10.492], // Soliman
    [36.79, 10.631], // Takelsa
  ],
  // 6 Zaghouan
  [
    [36.403, 10.143], // Zaghouan
    [36.556, 9.99], // Bir Mcherga
    [36.374, 9.905], // El Fahs
    [36.118, 10.095], // Nadhour
    [36.232, 10.178], // Saouaf
    [36.333, 10.2], // Zriba
  ],
  // 7 Bizerte
  [
    [37.277, 9.865], // Bizerte Nord
    [37.235, 9.79], // Bizerte Sud
    [37.169, 10.035], // El Alia
    [37.169, 10.19], // Ghar El Melh
    [37.089, 9.54], // Ghezala
    [36.926, 9.389], // Joumine
    [37.04, 9.666], // Mateur
    [37.154, 9.786], // Menzel Bourguiba
    [37.236, 9.914], // Menzel Jemil
    [37.215, 10.12], // Ras Jebel
    [37.056, 9.238], // Sejnane
    [37.165, 9.761], // Tinja
    [37.055, 10.01], // Utique
    [37.26, 9.882], // Zarzouna
  ],
  // 8 Beja
  [
    [36.79, 9.08], // Amdoun
    [36.74, 9.18], // Beja Nord
    [36.71, 9.19], // Beja Sud
    [36.538, 9.664], // Goubellat
    [36.65, 9.612], // Medjez El Bab
    [36.975, 9.078], // Nefza
    [36.458, 9.248], // Teboursouk
    [36.552, 9.443], // Testour
    [36.52, 9.103], // Thibar
  ],
  // 9 Jendouba
  [
    [36.777, 8.688], // Ain Draham
    [36.71, 8.93], // Balta-Bou Aouane
    [36.611, 8.97], // Bou Salem
    [36.655, 8.697], // Fernana
    [36.45, 8.44], // Ghardimaou
    [36.501, 8.78], // Jendouba
    [36.53, 8.78], // Jendouba Nord
    [36.466, 8.549], // Oued Meliz
    [36.954, 8.758], // Tabarka
  ],
  // 10 Kef
  [
    [35.945, 8.829], // Dahmani
    [35.842, 8.63], // Jerissa
    [35.896, 8.885], // El Ksour
    [36.075, 9.023], // Sers
    [35.66, 8.59], // Kalaat Khasba
    [35.762, 8.346], // Kalaat Senan
    [36.18, 8.72], // Kef Est
    [36.17, 8.68], // Kef Ouest
    [36.295, 8.767], // Nebeur
    [36.224, 8.355], // Sakiet Sidi Youssef
    [35.892, 8.553], // Tajerouine
  ],
  // 11 Siliana
  [
    [36.089, 9.6], // Bargou
    [36.35, 9.62], // Bou Arada
    [36.383, 9.455], // El Aroussa
    [36.328, 9.137], // El Krib
    [36.32, 9.327], // Gaafour
    [35.813, 9.364], // Kesra
    [35.857, 9.204], // Makthar
    [35.665, 9.054], // Rouhia
    [36.172, 9.12], // Sidi Bou Rouis
    [36.1, 9.37], // Siliana Nord
    [36.04, 9.39], // Siliana Sud
  ],
  // 12 Sousse
  [
    [35.826, 10.638], // Sousse Medina
    [35.8, 10.605], // Sousse Riadh
    [35.73, 10.58], // Msaken
    [35.867, 10.535], // Kalaa Kebira
    [35.87, 10.566], // Akouda
    [36.303, 10.452], // Bouficha
    [36.134, 10.381], // Enfidha
    [35.861, 10.594], // Hammam Sousse
    [36.03, 10.508], // Hergla
    [35.823, 10.557], // Kalaa Seghira
    [35.938, 10.302], // Kondar
    [35.957, 10.473], // Sidi Bou Ali
    [35.673, 10.315], // Sidi El Hani
    [35.84, 10.615], // Sousse Jawhara
    [35.795, 10.66], // Sousse Sidi Abdelhamid
    [35.78, 10.635], // Zaouiet Ksibet Thrayet
  ],
  // 13 Monastir
  [
    [35.617, 10.995], // Bekalta
    [35.696, 10.8], // Bembla
    [35.57, 10.815], // Beni Hassen
    [35.622, 10.757], // Jemmal
    [35.645, 10.891], // Ksar Hellal
    [35.687, 10.843], // Ksibet El Mediouni
    [35.633, 10.9], // Moknine
    [35.77, 10.826], // Monastir
    [35.71, 10.67], // Ouerdanine
    [35.751, 10.711], // Sahline
    [35.668, 10.885], // Sayada-Lamta-Bou Hajar
    [35.64, 10.96], // Teboulba
    [35.574, 10.73], // Zeramdine
  ],
  // 14 Mahdia
  [
    [35.45, 10.73], // Bou Merdes
    [35.237, 11.115], // Chebba
    [35.285, 10.386], // Chorbane
    [35.3, 10.713], // El Jem
    [35.345, 10.548], // Essouassi
    [35.24, 10.22], // Hebira
    [35.418, 10.995], // Ksour Essef
    [35.505, 11.062], // Mahdia
    [35.165, 11.035], // Melloulech
    [35.42, 10.33], // Ouled Chamekh
    [35.375, 10.94], // Sidi Alouane
  ],
  // 15 Sfax
  [
    [34.737, 10.76], // Sfax Ville
    [34.77, 10.69], // Sfax Sud
    [34.815, 10.75], // Sakiet Ezzit
    [34.8, 10.785], // Sakiet Eddaier
    [34.742, 10.53], // Agareb
    [34.734, 10.1], // Bir Ali Ben Khalifa
    [34.93, 10.82], // El Amra
    [35.11, 10.72], // El Hencha
    [34.503, 10.21], // Graiba
    [35.034, 10.908], // Jebiniana
    [34.71, 11.19], // Kerkennah
    [34.526, 10.5], // Mahres
    [34.963, 10.373], // Menzel Chaker
    [34.755, 10.71], // Sfax Ouest
    [34.3, 10.07], // Skhira
    [34.68, 10.7], // Thyna
  ],
  // 16 Kairouan
  [
    [35.3, 10.05], // Bou Hajla
    [35.623, 9.926], // Chebika
    [35.23, 10.0], // Echrarda
    [35.605, 9.565], // El Alaa
    [35.6, 9.68], // Haffouz
    [35.39, 9.54], // Hajeb El Ayoun
    [35.71, 10.1], // Kairouan Nord
    [35.655, 10.1], // Kairouan Sud
    [35.354, 9.8], // Nasrallah
    [35.849, 9.592], // Oueslatia
    [35.933, 10.02], // Sbikha
  ],
  // 17 Kasserine
  [
    [35.562, 8.83], // El Ayoun
    [35.18, 8.81], // Ezzouhour
    [34.95, 8.573], // Feriana
    [35.344, 8.628], // Foussana
    [35.567, 8.459], // Haidra
    [34.93, 8.93], // Hassi El Ferid
    [35.625, 8.98], // Jedelienne
    [35.19, 8.84], // Kasserine Nord
    [35.13, 8.82], // Kasserine Sud
    [34.76, 8.53], // Majel Bel Abbes
    [35.23, 9.13], // Sbeitla
    [35.544, 9.073], // Sbiba
    [35.573, 8.67], // Thala
  ],
  // 18 Sidi Bouzid
  [
    [34.93, 9.194], // Bir El Hafey
    [35.2, 9.26], // Cebbala Ouled Asker
    [35.273, 9.42], // Jilma
    [34.605, 9.607], // Meknassy
    [34.57, 9.42], // Menzel Bouzaiane
    [34.577, 9.841], // Mezzouna
    [35.16, 9.75], // Ouled Haffouz
    [34.86, 9.787], // Regueb
    [34.87, 9.09], // Sidi Ali Ben Aoun
    [35.03, 9.55], // Sidi Bouzid Est
    [35.03, 9.46], // Sidi Bouzid Ouest
    [34.83, 9.5], // Souk Jedid
  ],
  // 19 Gabes
  [
    [33.884, 10.098], // Gabes Medina
    [33.88, 10.06], // Gabes Ouest
    [33.86, 10.11], // Gabes Sud
    [33.937, 10.065], // Ghannouch
    [33.891, 9.796], // El Hamma
    [33.627, 10.29], // Mareth
    [33.545, 9.967], // Matmata
    [34.15, 9.65], // Menzel El Habib
    [33.962, 10.0], // Metouia
    [33.7, 10.03], // Nouvelle Matmata
  ],
  // 20 Medenine
  [
    [33.138, 11.217], // Ben Gardane
    [33.25, 10.2], // Beni Khedache
    [33.723, 10.75], // Djerba Ajim
    [33.876, 10.857], // Djerba Houmt Souk
    [33.808, 10.992], // Djerba Midoun
    [33.4, 10.44], // Medenine Nord
    [33.34, 10.5], // Medenine Sud
    [33.54, 10.48], // Sidi Makhlouf
    [33.504, 11.112], // Zarzis
  ],
  // 21 Tataouine
  [
    [33.19, 10.42], // Bir Lahmar
    [32.016, 10.7], // Dehiba
    [33.06, 10.34], // Ghomrassen
    [32.317, 10.396], // Remada
    [32.98, 10.83], // Smar
    [32.95, 10.45], // Tataouine Nord
    [32.87, 10.4], // Tataouine Sud
  ],
  // 22 Gafsa
  [
    [34.37, 9.4], // Belkhir
    [34.337, 8.954], // El Guettar
    [34.4, 8.8], // El Ksar
    [34.52, 8.83], // Gafsa Nord
    [34.42, 8.78], // Gafsa Sud
    [34.3, 8.75], // Mdhilla
    [34.32, 8.4], // Metlaoui
    [34.494, 8.265], // Moulares
    [34.384, 8.154], // Redeyef
    [34.46, 9.265], // Sened
    [34.7, 8.83], // Sidi Aich
  ],
  // 23 Tozeur
  [
    [33.975, 8.21], // Degache
    [33.74, 7.6], // Hazoua
    [33.873, 7.878], // Nefta
    [34.383, 7.945], // Tameghza
    [33.92, 8.134], // Tozeur
  ],
  // 24 Kebili
  [
    [33.466, 9.02], // Douz Nord
    [33.44, 9.02], // Douz Sud
    [33.36, 8.68], // Faouar
    [33.72, 8.96], // Kebili Nord
    [33.64, 9.04], // Kebili Sud
    [33.79, 8.86], // Souk Lahad
  ],
]
