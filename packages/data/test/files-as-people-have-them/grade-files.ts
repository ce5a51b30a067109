import type { SampleFile } from "./sample-file.ts";

/** Files with ratings, places, impressions or clicks. */
export const gradeFiles: readonly SampleFile[] = [
  {
    title: "MovieLens",
    name: "ratings.csv",
    content: "userId,movieId,rating,timestamp\n1,1,4.0,964982703\n1,3,4.5,964981247\n2,3,1.0,964981248\n",
    reading: {
      format: "ratings",
      columns: { user: "userId", item: "movieId", rating: "rating", time: "timestamp" },
      best: "higher",
      rest: "unobserved",
      items: 2,
      observations: 2,
      samples: ["user 1: {3} above {1}"],
    },
  },
  {
    title: "MovieLens with the columns reversed",
    content: "timestamp,rating,movieId,userId\n964982703,4.0,1,1\n964981247,4.5,3,1\n",
    reading: {
      columns: { user: "userId", item: "movieId", rating: "rating", time: "timestamp" },
      samples: ["user 1: {3} above {1}"],
    },
  },
  {
    title: "rating, item, user",
    content: "rating,item,user\n5,tea,ann\n2,milk,ann\n",
    reading: { columns: { user: "user", item: "item", rating: "rating" }, samples: ["user ann: {tea} above {milk}"] },
  },
  {
    title: "MovieLens 1M without a header",
    name: "ratings.dat",
    content: "1::1193::5::978300760\n1::661::3::978302109\n2::661::3::978302109\n",
    reading: {
      delimiter: "::",
      header: false,
      columns: { user: 0, item: 1, rating: 2, time: 3 },
      samples: ["user 1: {1193} above {661}"],
    },
  },
  {
    title: "MovieLens 100K without a header",
    name: "u.data",
    content: "196\t242\t3\t881250949\n196\t302\t4\t891717742\n",
    reading: {
      container: "tsv",
      columns: { user: 0, item: 1, rating: 2, time: 3 },
      samples: ["user 196: {302} above {242}"],
    },
  },
  {
    title: "ids as strings",
    content: '"userId","movieId","rating"\n"1","10","4.0"\n"1","9","5.0"\n',
    reading: { columns: { user: "userId", item: "movieId", rating: "rating" }, samples: ["user 1: {9} above {10}"] },
  },
  {
    title: "reviews with further columns",
    content:
      'reviewerID,asin,reviewerName,helpful,reviewText,overall,summary,unixReviewTime\nA1,B1,Ann,0,"Good, really",5.0,ok,1400000000\nA1,B2,Ann,1,Bad,2.0,no,1400000001\n',
    reading: {
      columns: { user: "reviewerID", item: "asin", rating: "overall", time: "unixReviewTime" },
      samples: ["user A1: {B1} above {B2}"],
    },
  },
  {
    title: "book ratings with semicolons",
    content: '"User-ID";"ISBN";"Book-Rating"\n"276725";"034545104X";"0"\n"276725";"0155061224";"5"\n',
    reading: {
      delimiter: ";",
      columns: { user: "User-ID", item: "ISBN", rating: "Book-Rating" },
      samples: ["user 276725: {0155061224} above {034545104X}"],
    },
  },
  {
    title: "a decimal comma",
    content: "user;item;rating\nann;tea;4,5\nann;milk;3,5\n",
    reading: { samples: ["user ann: {tea} above {milk}"] },
  },
  {
    title: "half stars",
    content: "user,item,stars\nann,tea,3½\nann,milk,3\nann,rice,4½\n",
    reading: {
      columns: { user: "user", item: "item", rating: "stars" },
      samples: ["user ann: {rice} above {tea} above {milk}"],
    },
  },
  {
    title: "stars as characters",
    content: "user,film,rating\nann,Heat,★★★★½\nann,Cats,★☆☆☆☆\n",
    reading: { samples: ["user ann: {Heat} above {Cats}"] },
  },
  {
    title: "marks out of ten",
    content: "user,item,score\nann,tea,8/10\nann,milk,10/10\n",
    reading: { samples: ["user ann: {milk} above {tea}"] },
  },
  {
    title: "letter grades",
    content: "judge,entry,grade\nann,tea,A+\nann,milk,B-\nann,rice,A\n",
    reading: {
      columns: { user: "judge", item: "entry", rating: "grade" },
      samples: ["user ann: {tea} above {rice} above {milk}"],
    },
  },
  {
    title: "tiers of items in a column",
    content: "item,tier\ntea,S\nmilk,B\nrice,S\n",
    reading: { format: "ratings", samples: ["user all: {rice, tea} above {milk}"] },
  },
  {
    title: "Borda points",
    content: "voter,candidate,points\n1,ann,3\n1,bob,2\n2,bob,3\n2,ann,1\n",
    reading: {
      columns: { user: "voter", item: "candidate", rating: "points" },
      best: "higher",
      samples: ["user 1: {ann} above {bob}", "user 2: {bob} above {ann}"],
    },
  },
  {
    title: "ratings as a JSON array",
    name: "ratings.json",
    content: '[{"user": 1, "item": "tea", "rating": 3}, {"user": 1, "item": "milk", "rating": 4.5}]',
    reading: { container: "json", samples: ["user 1: {milk} above {tea}"] },
  },
  {
    title: "a single judge",
    content: "movie,score\nHeat,9\nCats,2\n",
    reading: { format: "ratings", observations: 1, samples: ["user all: {Heat} above {Cats}"] },
  },
  {
    title: "ratings without users, of items that repeat",
    content: "movie,score\nHeat,9\nCats,2\nHeat,8\n",
    error: /the columns are not recognized; found "movie" \(such as "Heat", "Cats"\), "score"/,
    option: "columns",
  },
  {
    title: "a header that is not recognized",
    content: "foo,bar,baz\nann,tea,5\nbob,tea,4\n",
    error: /the columns are not recognized; found "foo" \(such as "ann", "bob"\), "bar" \(such as "tea"\), "baz"/,
    option: "columns",
    choices: [{ columns: "user=foo,item=bar,rating=baz" }, { columns: "a=foo,b=bar,winner=baz" }],
  },
  {
    title: "a header that is not recognized, explained",
    content: "foo,bar,baz\nann,tea,5\nann,milk,4\n",
    options: { columns: { user: "foo", item: "bar", rating: "baz" } },
    reading: { format: "ratings", samples: ["user ann: {tea} above {milk}"] },
  },
  {
    title: "a header that contradicts the values",
    content: "user,rating,item\nann,tea,5\nann,milk,4\n",
    error: /column "rating" contains "tea"; expected numbers; found "user"/,
    option: "columns",
  },
  {
    title: "no header, three columns: who rates what?",
    content: "ann,tea,5\nbob,milk,3\n",
    error: /has no recognizable header/,
    option: "columns",
    choices: [{ columns: "user=0,item=1,rating=2" }, { columns: "item=0,user=1,rating=2" }],
  },
  {
    title: "no header, three columns of numbers",
    content: "1,2,3\n1,3,5\n2,2,4\n",
    error: /has no recognizable header/,
    option: "columns",
  },
  {
    title: "no header, the rating first",
    content: "5,tea,ann\n3,milk,ann\n",
    error: /roles of its columns are unclear/,
    choices: [{ columns: "user=1,item=2,rating=0" }, { columns: "item=1,user=2,rating=0" }],
  },
  {
    title: "no header, with the format given",
    content: "ann,tea,5\nann,milk,3\n",
    options: { format: "ratings" },
    reading: { header: false, columns: { user: 0, item: 1, rating: 2 } },
  },
  {
    title: "no header, with the format given and columns that contradict it",
    content: "5,tea,ann\n3,milk,ann\n",
    options: { format: "ratings" },
    error: /:1: column "2" contains "ann"; expected numbers/,
    option: "columns",
  },
  {
    title: "a rating and a rank, which may disagree",
    content: "user,item,rating,rank\nann,tea,5,1\nann,milk,4,2\n",
    error: /can be read in 2 ways, which may give different winners/,
    option: "columns",
    choices: [
      { format: "ratings", columns: "user=user,item=item,rating=rating" },
      { format: "places", columns: "user=user,item=item,place=rank" },
    ],
  },
  {
    title: "a rating and a rank, with the rank chosen",
    content: "user,item,rating,rank\nann,tea,5,1\nann,milk,4,2\n",
    options: { columns: { place: "rank" } },
    reading: { format: "places", best: "lower", samples: ["ann: {tea} above {milk}"] },
  },
  {
    title: "race results by position, with drivers that did not finish",
    content: "raceId,driver,position\n1,ham,1\n1,ver,2\n1,lec,DNF\n1,bot,DSQ\n2,ver,1\n2,ham,DNS\n",
    reading: {
      format: "places",
      columns: { user: "raceId", item: "driver", place: "position" },
      best: "lower",
      samples: ["1: {ham} above {ver} above {bot, lec}", "2: {ver} above {ham}; 2 other items did not take part"],
    },
  },
  {
    title: "race results with points, which follow from the position",
    content: "race,driver,grid,position,points\nMonza,ham,3,1,25\nMonza,ver,1,2,18\n",
    reading: {
      format: "places",
      columns: { user: "race", item: "driver", place: "position" },
      samples: ["Monza: {ham} above {ver}"],
    },
  },
  {
    title: "race results by season and round",
    content: "season,round,driver,position\n2020,1,ham,1\n2020,1,ver,2\n2021,1,ver,1\n2021,1,ham,2\n",
    reading: { columns: { user: ["season", "round"], item: "driver", place: "position" }, observations: 2 },
  },
  {
    title: "NASCAR places, divided by spaces",
    name: "races.txt",
    content: "DriverID Race Place\n83 1 1\n18 1 2\n20 1 3\n",
    reading: { format: "places", delimiter: " ", best: "lower", samples: ["1: {83} above {18} above {20}"] },
  },
  {
    title: "places written 1st, T2, =2",
    content: "event,athlete,place\nfinal,ann,1st\nfinal,bob,T2\nfinal,cy,=2\nfinal,dee,4th\n",
    reading: { samples: ["final: {ann} above {bob, cy} above {dee}"] },
  },
  {
    title: "the result list of one race",
    content: "Pos,Name,Team,Time\n1,Ann,Red,1:02\n2,Bob,Blue,1:03\nDNF,Cy,Red,\n",
    reading: {
      format: "places",
      columns: { item: "Name", place: "Pos" },
      observations: 1,
      samples: ["all: {Ann} above {Bob} above {Cy}"],
    },
  },
  {
    title: "ranks that users give",
    content: "user,item,rank\nann,tea,1\nann,milk,2\n",
    reading: { format: "places", best: "lower", samples: ["ann: {tea} above {milk}"] },
  },
  {
    title: "a place column given as the rating",
    content: "Driver Race Place\na 1 2\nb 1 1\n",
    options: { columns: { user: "Race", item: "Driver", rating: "Place" } },
    reading: { format: "ratings", best: "lower", samples: ["user 1: {b} above {a}"] },
  },
  {
    title: "a place that is not one",
    content: "race,driver,position\n1,a,1\n1,b,2\n1,c,3\n1,d,soon\n",
    error: /:5: place "soon" in column "[^"]+" is not a place/,
  },
  {
    title: "impressions with a click column",
    content: "user,item,clicked\n1,tea,1\n1,milk,0\n2,milk,1\n2,rice,0\n",
    reading: {
      format: "impressions",
      rest: "unobserved",
      samples: ["1: {tea} above {milk}; 1 other item not shown", "2: {milk} above {rice}; 1 other item not shown"],
    },
  },
  {
    title: "impressions by session and position",
    content: "session,position,item,clicked\ns1,1,a,0\ns1,2,b,1\ns2,1,a,1\ns2,2,c,0\n",
    reading: {
      format: "impressions",
      columns: { user: "session", item: "item", clicked: "clicked" },
      ignored: ["position"],
      samples: ["s1: {b} above {a}; 1 other item not shown", "s2: {a} above {c}; 1 other item not shown"],
    },
  },
  {
    title: "impressions with true and false, an item shown twice",
    content: "query_id,user,doc,clicked\nq,u,a,false\nq,u,b,false\nq,u,a,true\n",
    reading: {
      columns: { user: "query_id", item: "doc", clicked: "clicked" },
      duplicates: 1,
      samples: ["q: {a} above {b}"],
    },
  },
  {
    title: "clicks",
    content: "user,item\n1,a\n1,b\n2,a\n3,c\n",
    reading: {
      format: "clicks",
      rest: "lowest",
      observations: 3,
      samples: [
        "user 1: {a, b}; 1 other item not clicked, ranked below",
        "user 2: {a}; 2 other items not clicked, ranked below",
        "user 3: {c}; 2 other items not clicked, ranked below",
      ],
    },
  },
  {
    title: "clicks with times",
    content: "timestamp,visitorid,itemid\n1433221332117,257597,355908\n1433224214164,992329,248676\n",
    reading: { format: "clicks", columns: { user: "visitorid", item: "itemid", time: "timestamp" } },
  },
  {
    title: "numbers of plays, which may be ratings",
    content: "user,artist,plays\nann,Can,12\nann,Neu,3\n",
    error: /the columns are not recognized; found "user" \(such as "ann"\), "artist" \(such as "Can", "Neu"\), "plays"/,
    option: "columns",
    choices: [{ columns: "user=user,item=artist,rating=plays" }, { columns: "user=user,item=artist" }],
  },
  {
    title: "numbers of plays, which the caller leaves out",
    content: "user,artist,plays\nann,Can,12\nann,Neu,3\n",
    options: { columns: { user: "user", item: "artist" } },
    reading: { format: "clicks", columns: { user: "user", item: "artist" } },
  },
  {
    title: "an event log of a shop",
    content: "customer_id;product_id;event;event_time\n10000;SKU1;click;1700000000\n10001;SKU2;purchase;1700000061\n",
    reading: { format: "clicks", columns: { user: "customer_id", item: "product_id", time: "event_time" } },
  },
  {
    title: "clicks without a header",
    content: "ann,tea\nbob,milk\n",
    error: /has no recognizable header/,
    choices: [{ columns: "user=0,item=1" }, { columns: "item=0,user=1" }],
  },
  {
    title: "a missing rating",
    content: "user,item,rating\nann,tea,5\nann,milk,NA\n",
    error: /:3: the rating is missing \(column "rating"\); rows without one can be skipped/,
    option: "missing",
  },
  {
    title: "missing ratings, skipped and counted",
    content: "user,item,rating\nann,tea,5\nann,milk,\nbob,rice,null\nann,figs,3\n",
    options: { missing: "skip" },
    reading: { rows: 4, skipped: 2, items: 2, observations: 1, samples: ["user ann: {tea} above {figs}"] },
  },
  {
    title: "two different ratings of an item",
    content: "user,item,rating\nann,tea,5\nann,milk,1\nann,tea,4\n",
    error: /"ann" gives item "tea" two different ratings; choose one with duplicates/,
    option: "duplicates",
  },
  {
    title: "two equal ratings of an item",
    content: "user,item,rating\nann,tea,5\nann,milk,1\nann,tea,5.0\n",
    reading: { duplicates: 1, samples: ["user ann: {tea} above {milk}"] },
  },
  {
    title: "the last of two ratings by time, whatever the order of lines",
    content: "user,item,rating,timestamp\nann,tea,5,200\nann,tea,1,100\nann,milk,3,150\n",
    options: { duplicates: "last" },
    reading: { duplicates: 1, samples: ["user ann: {tea} above {milk}"] },
  },
  {
    title: "the first of two ratings by line",
    content: "user,item,rating\nann,tea,1\nann,tea,5\nann,milk,3\n",
    options: { duplicates: "first" },
    reading: { duplicatesRule: "first", samples: ["user ann: {milk} above {tea}"] },
  },
  {
    title: "the mean of two ratings",
    content: "user,item,rating\nann,tea,1\nann,tea,5\nann,milk,2.5\n",
    options: { duplicates: "mean" },
    reading: { samples: ["user ann: {tea} above {milk}"] },
  },
];
