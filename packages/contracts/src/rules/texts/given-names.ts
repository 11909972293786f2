import { foldText } from '../../reference/fold-text.ts'

const words = (list: string): string[] => list.trim().split(/\s+/u)

/**
 * Frequent first names of Tunisia, folded. They tell which word of a name is the family name where order and capitals do
 * not. For a name that is missing here, order and capitals alone decide.
 */
export const givenNames: ReadonlySet<string> = new Set(
  [
    ...words(`
    adam adem ahmed ahmad aicha aisha ala alaa ali alia aliaa alya amal amani amel amin amina amine amir amira anas anes
    anis arij arwa asma assia aya ayoub ayman aymen aziz aziza badr bilel bilal bochra chaima chedly chedli chiraz
    dali dhia dina donia dorra eya fadi fadwa fares faten fathi fatma fatima fehmi feriel feryel fethi firas fares ghada
    ghassen ghofrane habib haifa hajer hakim hamdi hamza hana hanen hassan hassen hatem haythem hechmi hedi heni hela
    hichem hiba houda houssem hsan hussein ibrahim brahim iheb ikram ilyes ilyas imed imen ines islem ismail iyed jalel
    jamel jihen jihene kais karim karima khaled khalil khadija lamia latifa leila leyla lilia lina linda lobna lotfi
    louay maha maher mahdi majdi malek malik manel marwa marwen maryem mariem meriem mehdi moez mohamed mohammed mouhamed
    moncef mongi montassar mouna mounir mourad moussa mustapha mustafa nabil nabila nada nader nadia nadine naji najla
    nawel nesrine nidhal nizar nora nour noura oumaima omar omaima ons oussama othmen rachid rached radhia rami ramzi
    rania rayan rayen rim rihab ridha riadh rym saber sabrine safa safouane sahar salim salima salma sami samia samir
    samira sana sara sarah sarra seif selim selma siwar skander slim slimen sofiene sondes syrine taha takwa tarek tasnim
    wael wafa walid wassim wiem wissal yahia yahya yasmine yasmin yassine youssef youcef yosr yosra zeineb zied ziad zina
    `),
    ...words(`
    ادم احمد عائشة علاء علي علياء امال امل اماني امين امينة امير اميرة انس انيس اريج اروى اسماء اسيا اية ايوب ايمن عزيز
    بلال بشرى شيماء دينا دنيا درة فادي فارس فاتن فتحي فاطمة فهمي فريال فراس غادة غسان حبيب هيفاء هاجر حكيم حمدي حمزة
    هناء حنان حسن حاتم هيثم هادي هالة هشام هبة هدى حسام حسين ابراهيم ايهاب اكرام الياس عماد ايمان ايناس اسلام اسماعيل
    اياد جمال جيهان قيس كريم كريمة خالد خليل خديجة لمياء لطيفة ليلى لينا ليندا لبنى لطفي لؤي مها ماهر مهدي مجدي مالك
    منال مروى مروان مريم معز محمد منصف منجي منى منير مراد موسى مصطفى نبيل نبيلة ندى نادر نادية نادين ناجي نجلاء نوال
    نسرين نضال نزار نور نورة اميمة عمر انس اسامة عثمان رشيد راشد راضية رامي رمزي رانيا ريان ريم رحاب رضا رياض صابر
    صابرين صفاء سحر سالم سليم سلمى سامي سامية سمير سميرة سناء سارة سيف سوار اسكندر سفيان سندس سيرين طه تقوى طارق تسنيم
    وائل وفاء وليد وسيم وئام وصال يحيى ياسمين ياسين يوسف يسر يسرى زينب زياد زينة
    `),
  ].map(foldText),
)
