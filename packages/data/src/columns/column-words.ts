/** The role of a column in a layout. */
export type Role =
  | "user"
  | "item"
  | "rating"
  | "place"
  | "clicked"
  | "a"
  | "b"
  | "winner"
  | "loser"
  | "scoreA"
  | "scoreB"
  | "winsA"
  | "winsB"
  | "ties"
  | "best"
  | "worst"
  | "shown"
  | "choices"
  | "ranking"
  | "judge"
  | "weight"
  | "time";

/** The role that each key of the `columns` option stands for; some roles have several keys. */
export const roleNames: Readonly<Record<string, Role>> = {
  user: "user",
  item: "item",
  rating: "rating",
  place: "place",
  clicked: "clicked",
  a: "a",
  b: "b",
  winner: "winner",
  loser: "loser",
  scoreA: "scoreA",
  scoreB: "scoreB",
  winsA: "winsA",
  winsB: "winsB",
  ties: "ties",
  best: "best",
  worst: "worst",
  shown: "shown",
  choices: "choices",
  ranking: "ranking",
  judge: "judge",
  weight: "weight",
  time: "time",
  better: "winner",
  worse: "loser",
  count: "weight",
  session: "user",
  voter: "user",
};

function list(text: string): readonly string[] {
  return text.match(/\S+/g) ?? [];
}

/** Column names for the person who rates, votes or views, least ambiguous first. */
const people = `user userid username usr uid voter voterid votername judge judgeid rater raterid reviewer reviewerid reviewername
  annotator annotatorid worker workerid customer customerid person personid participant participantid respondent respondentid
  member memberid critic profilename profileid subject subjectid reader viewer visitor visitorid client clientid player_rating
  evaluator evaluatorid assessor email emailaddress ballot ballotid labeler labelerid`;

/** Column names for an occasion on which items compete. */
const occasions = `race raceid racename event eventid eventname contest contestid competition competitionid tournament tournamentid
  heat heatid stage round roundid grandprix gp meeting regatta game_round match matchid season year date day week leg edition`;

/** Column names for an occasion on which items are shown. */
const displays =
  "session sessionid impression impressionid request requestid query queryid qid search searchid pageview slate slateid";

/** Column names for the ranked items. */
const things = `item itemid itemname movie movieid moviename film filmid product productid productname book bookid isbn song songid songname track trackid trackname artist artistid artistname album albumid game gameid app appid anime animeid
  restaurant restaurantid business businessid venue hotel hotelid beer beerid beername wine wineid recipe recipeid dish food article
  articleid news newsid doc docid document documentid model modelid modelname driver driverid drivername driverref rider
  riderid riderid horse horseid horsename athlete athleteid athletename runner runnerid swimmer skater skier sailor boat crew competitor
  competitorid contestant team teamid teamname club candidate candidateid candidatename option optionid alternative player playerid
  playername asin sku joke jokeid paper paperid proposal submission submissionid entry`;

/** Ambiguous names of item columns, used if no name is clear, or if the column corresponds one-to-one to a column with a clear name. */
const weakThings =
  "title movietitle booktitle name label url page pageid photo image imageid video videoid post answer response entity object";

/** Column names for a judgment in which higher values are better. */
const strongRatings = `rating ratings userrating ratingvalue stars star score grade note_value mark rate bookrating moviescore
  reviewscore reviewrating overallrating ratingscore starrating grades relevance tier userscore`;
/** Ambiguous column names for a judgment. In a table with places, such a column is ignored, because the place determines its values. */
const weakRatings = "points pts value overall vote votevalue preference utility marks";

/** Column names for a place in a ranking, in which lower values are better. */
const places = `place position pos rank ranking finish finishposition finishingposition finalposition finalplace finalrank placing
  placement standing finpos rk positionorder finishorder finishingorder`;

const words: Readonly<Record<Role, string>> = {
  user: people,
  item: `${things} ${weakThings}`,
  rating: strongRatings,
  place: places,
  clicked:
    "clicked click isclick isclicked wasclicked clickedflag purchased bought converted conversion engaged selected chosenflag",
  a: "",
  b: "",
  winner: `winner winnername winningmodel winnerid winning better chosen preferred preferredmodel winneritem winside result outcome ftr verdict
    preference choice vote label`,
  loser: "loser losername losingmodel loserid losing worse rejected dispreferred loseritem",
  scoreA: "fthg hg",
  scoreB: "ftag ag",
  winsA: "",
  winsB: "",
  ties: "ties tie draws draw winnertie tied numties ndraws",
  best: "best bestitem most mostpreferred bestchoice bestoption mostimportant",
  worst: "worst worstitem least leastpreferred worstchoice worstoption leastimportant",
  shown:
    "shown items options alternatives candidates models choices displayed set choiceset contestants players participants field",
  ranking: "ranking ranked order ordering ballot preferences rankings rankedlist",
  choices: "",
  judge: people,
  weight: "weight count counts n freq frequency times multiplicity votes numvotes total",
  time: `timestamp time tstamp date datetime ts created createdat ratedat unixtime reviewtime unixreviewtime eventtime eventtimestamp
    eventdate clicktime clickedat viewedat purchasedat orderdate`,
};

/** The column names for a role, least ambiguous first. */
export function wordsOf(role: Role): readonly string[] {
  return list(words[role]);
}

/** Reduces a column name to its letters and digits, in lower case: `Movie ID` and `movieId` become `movieid`. */
export function normalized(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Whether a word is an ambiguous name for items. */
export const isWeakThing = (name: string): boolean => list(weakThings).includes(normalized(name));
/** Whether a word is an ambiguous name for ratings. */
export const isWeakRating = (name: string): boolean => list(weakRatings).includes(normalized(name));
/** Whether a word names an occasion, such as a race. */
export const isOccasion = (name: string): boolean => list(occasions).includes(normalized(name));
/** Whether a word names an occasion on which items are shown, such as a session. */
export const isDisplay = (name: string): boolean => list(displays).includes(normalized(name));
/** Whether a word names a place, for which lower values are better. */
export const isPlace = (name: string): boolean => list(places).includes(normalized(name));

let all: Set<string> | undefined;

/** Whether a word is a known column name. */
export function isColumnWord(name: string): boolean {
  all ??= new Set([...Object.values(words), weakRatings, occasions, displays].flatMap(list));
  return all.has(normalized(name));
}
