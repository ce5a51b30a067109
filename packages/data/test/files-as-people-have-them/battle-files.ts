import type { SampleFile } from "./sample-file.ts";

const sided = { a: "model_a", b: "model_b", winner: "winner" };

/** Files with battles between two sides, and files with choices from several items. */
export const battleFiles: readonly SampleFile[] = [
  {
    title: "an arena export with columns that do not matter",
    content:
      "question_id,model_a,model_b,winner,judge,turn,anony,language,tstamp\n" +
      "q1,gpt,claude,model_a,j1,1,True,English,1682351591.1\nq2,claude,llama,model_b,j1,1,True,French,1682351592.2\n" +
      "q3,gpt,llama,tie,j2,2,False,English,1682351593.3\nq4,gpt,llama,tie (bothbad),j2,2,False,English,1682351594.4\n",
    reading: {
      format: "battles",
      columns: { ...sided, judge: "judge", time: "tstamp" },
      ignored: ["question_id", "turn", "anony", "language"],
      winner: "side",
      rest: "unobserved",
      rows: 4,
      items: 3,
      observations: 4,
      tied: 2,
      samples: ["llama beats claude", "gpt beats claude", "gpt and llama tie"],
    },
  },
  {
    title: "an arena export in JSON Lines",
    name: "battles.jsonl",
    content:
      '{"question_id":"a1","model_a":"gpt","model_b":"claude","winner":"model_b","turn":1,"language":"English","tstamp":1.5}\n' +
      '{"question_id":"a2","model_a":"gpt","model_b":"llama","winner":"both_bad","turn":1,"language":"German","tstamp":2.5}\n',
    reading: {
      format: "battles",
      container: "jsonl",
      tied: 1,
      samples: ["claude beats gpt", "gpt and llama tie (both bad)"],
    },
  },
  {
    title: "an arena export as a JSON array with nested conversations",
    name: "battles.json",
    content:
      '[\n {"model_a":"x","model_b":"y","winner":"model_a","conversation_a":[{"role":"user","content":"hi"}]},\n {"model_a":"y","model_b":"z","winner":"tie","conversation_a":[]}\n]\n',
    reading: { format: "battles", container: "json", items: 3, tied: 1, samples: ["x beats y", "y and z tie"] },
  },
  {
    title: "a winner that names an item",
    content: "model_a,model_b,winner\nx,y,y\ny,z,y\nx,z,tie\n",
    reading: { columns: sided, winner: "item", tied: 1, samples: ["y beats x", "x and z tie", "y beats z"] },
  },
  {
    title: "ids as numbers everywhere",
    content: "player1,player2,winner\n12,7,12\n7,9,9\n9,12,12\n",
    reading: { format: "battles", winner: "item", items: 3, samples: ["9 beats 7", "12 beats 9", "12 beats 7"] },
  },
  {
    title: "ids 1 and 2 that could be numbers of sides",
    content: "player1,player2,winner\n1,2,1\n2,1,2\n3,1,1\n",
    error: /can be read in 2 ways/,
    option: "winner",
    choices: [{ winner: "item" }, { winner: "number" }],
  },
  {
    title: "ids 1 and 2 as items on request",
    content: "player1,player2,winner\n1,2,1\n2,1,2\n3,1,1\n",
    options: { winner: "item" },
    reading: { winner: "item", samples: ["1 beats 2", "2 beats 1", "1 beats 3"] },
  },
  {
    title: "items called a and b beside sides a and b",
    content: "a,b,winner\nb,a,a\nc,b,b\n",
    error: /can be read in 2 ways/,
    option: "winner",
    choices: [{ winner: "item" }, { winner: "side" }],
  },
  {
    title: "sides a and b",
    content: "a;b;winner\nx;y;a\ny;z;B\n",
    reading: { format: "battles", delimiter: ";", winner: "side", samples: ["x beats y", "z beats y"] },
  },
  {
    title: "sides left and right, with L, R and draw",
    content: "left,right,choice\nx,y,left\ny,z,right\nx,z,draw\n",
    reading: {
      columns: { a: "left", b: "right", winner: "choice" },
      tied: 1,
      samples: ["x beats y", "x and z tie", "z beats y"],
    },
  },
  {
    title: "players 1 and 2, with the number of the winner",
    content: "player1\tplayer2\twinner\nann\tbob\t1\nbob\tcy\t2\n",
    name: "games.tsv",
    reading: { container: "tsv", winner: "number", samples: ["ann beats bob", "cy beats bob"] },
  },
  {
    title: "zeros and ones, which could be sides or scores",
    content: "a,b,winner\nx,y,0\ny,z,1\n",
    error: /can be read in 2 ways/,
    option: "winner",
    choices: [{ winner: "index" }, { winner: "score" }],
  },
  {
    title: "scores 1, 0 and 0.5 of the first side",
    content: "player_a,player_b,winner\nx,y,1\ny,z,0\nx,z,0.5\n",
    reading: { winner: "score", tied: 1, samples: ["x beats y", "x and z tie", "z beats y"] },
  },
  {
    title: "0, 1 and 2, which could be a tie and two sides or two sides and a tie",
    content: "a,b,winner\nx,y,0\ny,z,1\nx,z,2\n",
    error: /can be read in 2 ways/,
    choices: [{ winner: "number" }, { winner: "index" }],
  },
  {
    title: "home and away with goals",
    content:
      "date,home,away,home_goals,away_goals\n2024-01-01,Ajax,Brann,2,1\n2024-01-08,Brann,Ajax,0,0\n2024-02-01,Celta,Ajax,1,3\n",
    reading: {
      columns: { a: "home", b: "away", scoreA: "home_goals", scoreB: "away_goals", time: "date" },
      best: "higher",
      tied: 1,
      samples: ["Ajax beats Brann", "Brann and Ajax tie", "Ajax beats Celta"],
    },
  },
  {
    title: "golf scores, where lower is better, on request",
    content: "player1,player2,score1,score2\nann,bob,70,72\n",
    options: { better: "lower" },
    reading: { best: "lower", samples: ["ann beats bob"] },
  },
  {
    title: "football-data.co.uk",
    content:
      "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR\nE0,11/08/2023,Burnley,Man City,0,3,A,0,2,A\nE0,12/08/2023,Arsenal,Forest,2,1,H,2,0,H\nE0,12/08/2023,Forest,Burnley,1,1,D,0,0,D\n",
    reading: {
      columns: { a: "HomeTeam", b: "AwayTeam", winner: "FTR" },
      tied: 1,
      samples: ["Arsenal beats Forest", "Man City beats Burnley", "Forest and Burnley tie"],
    },
  },
  {
    title: "chess results",
    content:
      "Event,White,Black,Result,WhiteElo,BlackElo\nOpen,Carlsen,Caruana,1-0,2830,2800\nOpen,Caruana,Ding,1/2-1/2,2800,2790\nOpen,Ding,Carlsen,0-1,2790,2830\n",
    reading: {
      columns: { a: "White", b: "Black", winner: "Result" },
      winner: "result",
      tied: 1,
      samples: ["Carlsen beats Caruana", "Caruana and Ding tie", "Carlsen beats Ding"],
    },
  },
  {
    title: "an unfinished chess game, which is missing unless it is skipped",
    content: "White,Black,Result\nann,bob,1-0\nbob,cy,0-1\nann,cy,*\n",
    error: /winner/,
  },
  {
    title: "winner and loser",
    content: "winner,loser\ntea,milk\nmilk,rice\n",
    reading: {
      format: "battles",
      columns: { winner: "winner", loser: "loser" },
      samples: ["milk beats rice", "tea beats milk"],
    },
  },
  {
    title: "loser before winner, with a count",
    content: "Loser\tWinner\tcount\nmilk\ttea\t3\n",
    reading: {
      columns: { winner: "Winner", loser: "Loser", weight: "count" },
      observations: 3,
      samples: ["tea beats milk, 3 times"],
    },
  },
  {
    title: "better and worse by a user",
    content: "user;better;worse\nann;tea;milk\n",
    reading: { columns: { winner: "better", loser: "worse", judge: "user" } },
  },
  {
    title: "chosen and rejected",
    content: 'prompt,chosen,rejected\n"Which?\nNow",tea,milk\n',
    reading: { columns: { winner: "chosen", loser: "rejected" }, samples: ["tea beats milk"] },
  },
  {
    title: "tennis results with ids and names",
    content:
      "tourney_id,winner_id,winner_name,loser_id,loser_name,score\n2023-1,104925,Djokovic,106421,Medvedev,6-3 7-6\n",
    reading: { columns: { winner: "winner_name", loser: "loser_name" }, samples: ["Djokovic beats Medvedev"] },
  },
  {
    title: "wins as counts",
    content: "a,b,wins_a,wins_b\nx,y,3,4\ny,z,1,0\n",
    reading: {
      columns: { a: "a", b: "b", winsA: "wins_a", winsB: "wins_b" },
      observations: 8,
      samples: ["x beats y, 3 times", "y beats x, 4 times", "y beats z"],
    },
  },
  {
    title: "wins as counts, with ties",
    content: "player1,player2,wins1,wins2,draws\nx,y,3,4,2\n",
    reading: { observations: 9, tied: 2 },
  },
  {
    title: "one-hot winners, with a prompt that contains line breaks",
    content:
      'id,model_a,model_b,prompt,response_a,response_b,winner_model_a,winner_model_b,winner_tie\n1,gpt,claude,"[""hi"",\n""there""]",a,b,1,0,0\n2,gpt,claude,hi,a,b,0,0,1\n',
    reading: {
      columns: { a: "model_a", b: "model_b", winsA: "winner_model_a", winsB: "winner_model_b", ties: "winner_tie" },
      tied: 1,
    },
  },
  {
    title: "a weight column",
    content: "model_a,model_b,winner,weight\nx,y,model_a,0.5\nx,y,model_a,1.5\n",
    reading: { observations: 2, samples: ["x beats y, 2 times"] },
  },
  {
    title: "battles in Latin-1, with a semicolon",
    content: Buffer.from("model_a;model_b;winner\nCaf\xe9;Th\xe9;model_a\n", "latin1"),
    reading: { encoding: "windows-1252", delimiter: ";", samples: ["Café beats Thé"] },
  },
  {
    title: "no winner column",
    content: "model_a,model_b\nx,y\n",
    error: /the columns are not recognized; found "model_a" \(such as "x"\), "model_b"/,
    option: "columns",
  },
  {
    title: "a winner that is neither side",
    content: "model_a,model_b,winner\nx,y,model_a\nx,y,model_c\n",
    error: /file\.csv:3: winner "model_c" in column "winner" is not "model_a" or "model_b", nor a tie/,
    option: "winner",
  },
  {
    title: "a winner that is missing",
    content: "model_a,model_b,winner\nx,y,model_a\nx,y,\n",
    error: /:3: the winner is missing \(column "winner"\); rows without one can be skipped with missing: "skip"/,
    option: "missing",
  },
  {
    title: "missing winners, skipped and counted",
    content: "model_a,model_b,winner\nx,y,model_a\nx,w,\nx,y,NA\n",
    options: { missing: "skip" },
    reading: { rows: 3, skipped: 2, skippedBecause: { "winner missing": 2 }, items: 2, observations: 1 },
  },
  {
    title: "winners and losers with a column that marks a tie",
    content: "winner,loser,is_final,draw\nx,y,1,0\ny,z,1,0\nz,x,0,True\n",
    error: /file\.csv:4: column "draw" contains "True", but files of winners and losers have no ties/,
    option: "columns",
    choices: [{ columns: "winner=winner,loser=loser" }],
  },
  {
    title: "winners and losers with a column that marks a tie, counted as wins on request",
    content: "winner,loser,tie\nx,y,0\ny,z,1\n",
    options: { columns: { winner: "winner", loser: "loser" } },
    reading: { ignored: ["tie"], tied: 0, samples: ["x beats y", "y beats z"] },
  },
  {
    title: "winners and losers with a column of results without a tie",
    content: "winner,loser,result,draws\nx,y,2-1,0\ny,z,walkover,16\n",
    reading: { ignored: ["result", "draws"], tied: 0, samples: ["x beats y", "y beats z"] },
  },
  {
    title: "an item against itself, skipped and counted",
    content: "winner,loser\nx,y\nz,z\n",
    reading: { skippedBecause: { "an item against itself": 1 }, items: 2 },
  },
  {
    title: "a negative count",
    content: "winner,loser,count\nx,y,-1\n",
    error: /:2: weight "-1" in column "[^"]+" is not a nonnegative number/,
  },
  {
    title: "battles without a header whose winner is one of the sides",
    content: "gpt,claude,gpt\nllama,gpt,gpt\nllama,claude,tie\n",
    reading: { header: false, columns: { a: 0, b: 1, winner: 2 }, winner: "item", tied: 1 },
  },
  {
    title: "battles without a header whose winner is a side",
    content: "gpt,claude,model_a\nllama,gpt,model_b\n",
    reading: { header: false, columns: { a: 0, b: 1, winner: 2 }, samples: ["gpt beats claude", "gpt beats llama"] },
  },
  {
    title: "pairs without a header: who won?",
    content: "tea,milk\nmilk,rice\n",
    error:
      /:1: has no recognizable header, so the roles of its columns are unclear: column 0 \(such as "tea", "milk"\)/,
    option: "columns",
    choices: [{ columns: "winner=0,loser=1" }, { columns: "loser=0,winner=1" }],
  },
  {
    title: "pairs without a header, explained",
    content: "tea,milk\nmilk,rice\n",
    options: { columns: { winner: 1, loser: 0 } },
    reading: { samples: ["milk beats tea", "rice beats milk"] },
  },
  {
    title: "an unknown key of columns",
    content: "model_a,model_b,winner\nx,y,model_a\n",
    options: { columns: { first: "model_a", second: "model_b" } },
    error: /columns has the unknown key "first"; expected one of user, item/,
    option: "columns",
  },
  {
    title: "a column that does not exist",
    content: "model_a,model_b,winner\nx,y,model_a\n",
    options: { columns: { a: "model_x", b: "model_b" } },
    error: /there is no column "model_x"; the columns are "model_a", "model_b", "winner"/,
    option: "columns",
  },
  {
    title: "a column number out of range",
    content: "model_a,model_b,winner\nx,y,model_a\n",
    options: { columns: { a: 7 } },
    error: /there is no column 7; the columns are numbered from 0 to 2/,
  },
  {
    title: "a role that the format does not have",
    content: "model_a,model_b,winner\nx,y,model_a\n",
    options: { format: "ratings", columns: { winner: "winner" } },
    error:
      /columns contains the role winner, which does not apply to the format "ratings"; expected one of user, item, rating, time/,
  },
  {
    title: "best and worst of those shown",
    content: "best,worst,shown\na,b,a|b|c\nc,a,a|c|d\n",
    reading: {
      format: "choices",
      rest: "unobserved",
      samples: [
        "{a} above {c} above {b}; 1 other item not mentioned",
        "{c} above {d} above {a}; 1 other item not mentioned",
      ],
    },
  },
  {
    title: "best and worst, with the items in columns",
    content: "respondent,item1,item2,item3,item4,best,worst\n1,a,b,c,d,b,d\n",
    reading: { format: "choices", samples: ["{b} above {a, c} above {d}"] },
  },
  {
    title: "best and worst alone",
    content: "best,worst\na,b\nb,c\n",
    reading: {
      format: "choices",
      samples: ["{a} above {b}; 1 other item not mentioned", "{b} above {c}; 1 other item not mentioned"],
    },
  },
  {
    title: "battles of three with a winner",
    content: "option1,option2,option3,winner\na,b,c,b\nb,c,d,d\n",
    reading: {
      format: "choices",
      columns: { best: "winner", shown: ["option1", "option2", "option3"] },
      samples: ["{b} above {a, c}; 1 other item not mentioned", "{d} above {b, c}; 1 other item not mentioned"],
    },
  },
  {
    title: "battles of many, shown as a JSON list",
    name: "choices.jsonl",
    content: '{"models": ["x", "y", "z"], "winner": "y"}\n{"models": ["x", "w"], "winner": "w"}\n',
    reading: {
      format: "choices",
      samples: ["{w} above {x}; 2 other items not mentioned", "{y} above {x, z}; 1 other item not mentioned"],
    },
  },
  {
    title: "a best item that was not shown",
    content: "best,worst,shown\na,b,b|c\n",
    error: /:2: "a" is not among the items shown: "b, c"/,
  },
  {
    title: "an item that is both best and worst",
    content: "best,worst,shown\na,a,a|b\n",
    error: /:2: "a" is both best and worst/,
  },
];
